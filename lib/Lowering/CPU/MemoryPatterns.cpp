//===- MemoryPatterns.cpp - Flat memrefs as pointers ----------------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace ckpt {

namespace {

/// Stores past the cache write whole, aligned lines.
constexpr unsigned lineBytes = 64;

unsigned alignmentOf(Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

Value elementPointer(ConversionPatternRewriter &rewriter, Location loc,
                     MemRefType type, Value base, ValueRange indices) {
  auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
  return LLVM::GEPOp::create(rewriter, loc, pointer, type.getElementType(),
                             base, indices);
}

struct LoadPattern : ConvertOpToLLVMPattern<memref::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, type.getElementType(), pointer, alignmentOf(type.getElementType()));
    return success();
  }
};

struct StorePattern : ConvertOpToLLVMPattern<memref::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, adaptor.getValue(), pointer, alignmentOf(type.getElementType()));
    return success();
  }
};

struct VectorLoadPattern : ConvertOpToLLVMPattern<vector::LoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(
        op, op.getVectorType(), pointer, alignmentOf(type.getElementType()));
    return success();
  }
};

struct VectorStorePattern : ConvertOpToLLVMPattern<vector::StoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(
        op, adaptor.getValueToStore(), pointer,
        op.getNontemporal() ? lineBytes : alignmentOf(type.getElementType()),
        /*isVolatile=*/false, op.getNontemporal());
    return success();
  }
};

struct MaskedLoadPattern : ConvertOpToLLVMPattern<vector::MaskedLoadOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::MaskedLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::MaskedLoadOp>(
        op, op.getVectorType(), pointer, adaptor.getMask(),
        adaptor.getPassThru(), alignmentOf(type.getElementType()));
    return success();
  }
};

struct MaskedStorePattern : ConvertOpToLLVMPattern<vector::MaskedStoreOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(vector::MaskedStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getMemRefType();
    Value pointer = elementPointer(rewriter, op.getLoc(), type,
                                   adaptor.getBase(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::MaskedStoreOp>(
        op, adaptor.getValueToStore(), pointer, adaptor.getMask(),
        alignmentOf(type.getElementType()));
    return success();
  }
};

struct ViewPattern : ConvertOpToLLVMPattern<memref::ViewOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::ViewOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, pointer, rewriter.getI8Type(), adaptor.getSource(),
        ValueRange{adaptor.getByteShift()});
    return success();
  }
};

struct AllocaPattern : ConvertOpToLLVMPattern<memref::AllocaOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::AllocaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    Value size = LLVM::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI64IntegerAttr(type.getDimSize(0)));
    rewriter.replaceOpWithNewOp<LLVM::AllocaOp>(
        op, LLVM::LLVMPointerType::get(rewriter.getContext()),
        type.getElementType(), size, /*alignment=*/64);
    return success();
  }
};

struct GetGlobalPattern : ConvertOpToLLVMPattern<memref::GetGlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::AddressOfOp>(
        op, LLVM::LLVMPointerType::get(rewriter.getContext()), op.getName());
    return success();
  }
};

struct GlobalPattern : ConvertOpToLLVMPattern<memref::GlobalOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;
  LogicalResult
  matchAndRewrite(memref::GlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MemRefType type = op.getType();
    auto array =
        LLVM::LLVMArrayType::get(type.getElementType(), type.getDimSize(0));
    rewriter.replaceOpWithNewOp<LLVM::GlobalOp>(
        op, array, op.getConstant(), LLVM::Linkage::Private, op.getSymName(),
        op.getInitialValueAttr(), op.getAlignment().value_or(64));
    return success();
  }
};

} // namespace

void populateMemoryPatterns(const LLVMTypeConverter &converter,
                            RewritePatternSet &patterns) {
  patterns.add<LoadPattern, StorePattern, VectorLoadPattern, VectorStorePattern,
               MaskedLoadPattern, MaskedStorePattern, ViewPattern,
               AllocaPattern, GetGlobalPattern, GlobalPattern>(converter,
                                                               /*benefit=*/10);
}

} // namespace ckpt
