//===- Jit.cpp - Machine code of the kernels, in this process -------------===//
//
// Part of ckpt, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ckpt/Lowering/CPU/Jit.h"

#include "ckpt/Lowering/CPU/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Threading.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cmath>
#include <cstring>
#include <mutex>

namespace ckpt {

using namespace mlir;

struct Jit::Impl {
  std::unique_ptr<llvm::orc::LLJIT> engine;
};

Jit::Jit(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Jit::~Jit() = default;

runtime::PhaseFn Jit::lookup(StringRef symbol) const {
  llvm::Expected<llvm::orc::ExecutorAddr> address =
      impl->engine->lookup(symbol);
  if (!address) {
    llvm::consumeError(address.takeError());
    return nullptr;
  }
  return address->toPtr<runtime::PhaseFn>();
}

namespace {

using ObjectBuffer = std::unique_ptr<llvm::MemoryBuffer>;

void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// Everything that the code may call: mathematical functions and what the code
/// generator uses for large copies. Nothing else of the process is visible.
llvm::orc::SymbolMap knownFunctions(llvm::orc::LLJIT &engine) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[engine.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
#define CKPT_UNARY(NAME)                                                       \
  add(#NAME, static_cast<double (*)(double)>(::NAME));                         \
  add(#NAME "f", static_cast<float (*)(float)>(::NAME##f));
#define CKPT_BINARY(NAME)                                                      \
  add(#NAME, static_cast<double (*)(double, double)>(::NAME));                 \
  add(#NAME "f", static_cast<float (*)(float, float)>(::NAME##f));
  CKPT_UNARY(exp)
  CKPT_UNARY(exp2)
  CKPT_UNARY(expm1)
  CKPT_UNARY(log)
  CKPT_UNARY(log2) CKPT_UNARY(log10) CKPT_UNARY(log1p) CKPT_UNARY(
      sin) CKPT_UNARY(cos) CKPT_UNARY(tan) CKPT_UNARY(asin) CKPT_UNARY(acos)
      CKPT_UNARY(atan) CKPT_UNARY(sinh) CKPT_UNARY(cosh) CKPT_UNARY(
          tanh) CKPT_UNARY(asinh) CKPT_UNARY(acosh) CKPT_UNARY(atanh)
          CKPT_UNARY(erf) CKPT_UNARY(erfc) CKPT_UNARY(cbrt) CKPT_UNARY(
              round) CKPT_UNARY(roundeven) CKPT_UNARY(trunc) CKPT_UNARY(floor)
              CKPT_UNARY(ceil) CKPT_UNARY(rint) CKPT_BINARY(pow) CKPT_BINARY(
                  atan2) CKPT_BINARY(fmod) CKPT_BINARY(fmax) CKPT_BINARY(fmin)
                  add("fma",
                      static_cast<double (*)(double, double, double)>(::fma));
  add("fmaf", static_cast<float (*)(float, float, float)>(::fmaf));
#undef CKPT_UNARY
#undef CKPT_BINARY
  // The code generator joins a sine and a cosine of one number.
  add("sincos", static_cast<void (*)(double, double *, double *)>(::sincos));
  add("sincosf", static_cast<void (*)(float, float *, float *)>(::sincosf));
  add("memcpy", ::memcpy);
  add("memmove", ::memmove);
  add("memset", ::memset);
  return symbols;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> hostMachine() {
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::Default);
  // Operations are rounded one by one, as they are written.
  builder->getOptions().AllowFPOpFusion = llvm::FPOpFusion::Strict;
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeModel(llvm::CodeModel::Small);
  return builder->createTargetMachine();
}

/// Scalar optimizations. The vectors are explicit already, so LLVM's own
/// vectorizers would only cost time.
void optimize(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  llvm::PassBuilder builder(&machine, tuning);
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graph;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graph, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1)
      .run(module, modules);
}

bool emitFile(llvm::Module &module, llvm::TargetMachine &machine,
              llvm::CodeGenFileType kind, SmallVectorImpl<char> &bytes) {
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
    return false;
  passes.run(module);
  return true;
}

/// Phase functions and their constants, dealt out to modules of their own.
SmallVector<OwningOpRef<ModuleOp>> dealOut(ModuleOp module, int pieces) {
  SmallVector<OwningOpRef<ModuleOp>> parts;
  SmallVector<int64_t> sizes(pieces, 0);
  for (int i = 0; i < pieces; ++i)
    parts.push_back(ModuleOp::create(module.getLoc()));
  SymbolTable symbols(module);
  SmallVector<llvm::StringSet<llvm::MallocAllocator>> present(pieces);
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.getName().contains("$p"))
      continue;
    int64_t size = 0;
    function.walk([&](Operation *) { ++size; });
    int smallest = llvm::min_element(sizes) - sizes.begin();
    sizes[smallest] += size;
    OpBuilder builder = OpBuilder::atBlockEnd(parts[smallest]->getBody());
    function.walk([&](memref::GetGlobalOp use) {
      if (present[smallest].insert(use.getName()).second)
        if (Operation *global = symbols.lookup(use.getName()))
          builder.clone(*global);
    });
    builder.clone(*function);
  }
  return parts;
}

struct Piece {
  ObjectBuffer object;
  std::string error, llvmIR, assembly;
};

void compilePiece(ModuleOp module, const JitOptions &options, Piece &piece) {
  if (failed(lowerToCPU(module))) {
    piece.error = "kernels do not lower to LLVM";
    return;
  }
  auto machine = hostMachine();
  if (!machine) {
    piece.error = llvm::toString(machine.takeError());
    return;
  }
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> code =
      translateModuleToLLVMIR(module, context, "kernels");
  if (!code) {
    piece.error = "kernels do not translate to LLVM IR";
    return;
  }
  code->setTargetTriple((*machine)->getTargetTriple());
  code->setDataLayout((*machine)->createDataLayout());
  for (llvm::Function &function : *code)
    if (!function.isDeclaration()) {
      function.addFnAttr("prefer-vector-width", "512");
      function.setDoesNotThrow();
    }
  optimize(*code, **machine);
  if (options.llvmIR) {
    llvm::raw_string_ostream stream(piece.llvmIR);
    code->print(stream, nullptr);
  }
  if (options.assembly) {
    SmallVector<char> text;
    auto copy = llvm::CloneModule(*code);
    emitFile(*copy, **machine, llvm::CodeGenFileType::AssemblyFile, text);
    piece.assembly.assign(text.begin(), text.end());
  }
  SmallVector<char> bytes;
  if (!emitFile(*code, **machine, llvm::CodeGenFileType::ObjectFile, bytes)) {
    piece.error = "this target does not emit object files";
    return;
  }
  piece.object = std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes), /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
link(MutableArrayRef<Piece> pieces) {
  auto engine = llvm::orc::LLJITBuilder()
                    .setLinkProcessSymbolsByDefault(false)
                    .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                    .create();
  if (!engine)
    return engine.takeError();
  llvm::orc::JITDylib &library = (*engine)->getMainJITDylib();
  if (auto error =
          library.define(llvm::orc::absoluteSymbols(knownFunctions(**engine))))
    return error;
  for (Piece &piece : pieces)
    if (auto error = (*engine)->addObjectFile(std::move(piece.object)))
      return error;
  return engine;
}

} // namespace

std::unique_ptr<Jit> compileKernels(ModuleOp module,
                                    const JitOptions &options) {
  initializeTarget();
  MLIRContext *context = module.getContext();
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  context->appendDialectRegistry(registry);
  context->loadDialect<arith::ArithDialect, cf::ControlFlowDialect,
                       func::FuncDialect, LLVM::LLVMDialect, math::MathDialect,
                       vector::VectorDialect>();
  SmallVector<OwningOpRef<ModuleOp>> parts =
      dealOut(module, std::max(1, options.pieces));
  SmallVector<Piece> pieces(parts.size());
  parallelFor(context, 0, parts.size(),
              [&](size_t i) { compilePiece(*parts[i], options, pieces[i]); });
  for (Piece &piece : pieces) {
    if (!piece.error.empty()) {
      module.emitError(piece.error);
      return nullptr;
    }
    if (options.llvmIR)
      *options.llvmIR += piece.llvmIR;
    if (options.assembly)
      *options.assembly += piece.assembly;
  }
  auto engine = link(pieces);
  if (!engine) {
    module.emitError("kernels do not link: ")
        << llvm::toString(engine.takeError());
    return nullptr;
  }
  auto impl = std::make_unique<Jit::Impl>();
  impl->engine = std::move(*engine);
  return std::make_unique<Jit>(std::move(impl));
}

} // namespace ckpt
