# ckpt_add_library(NAME sources... [MLIR] [DEPENDS targets...] [LINK libraries...])
#   A static library of one stage. With MLIR it uses the shared precompiled
#   header and links libMLIR; without, it must not include any MLIR header.
# ckpt_add_tool(NAME sources... [MLIR] [LINK libraries...])
# ckpt_add_unit_test(NAME sources... [MLIR] [LINK libraries...])

find_program(CKPT_CCACHE ccache)
if(CKPT_CCACHE)
  # Precompiled headers and ccache agree only with these settings.
  set(launcher ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
      CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CKPT_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang$<SEMICOLON>-fno-pch-timestamp>)
  find_program(CKPT_LLD NAMES ld.lld-22 ld.lld)
  if(CKPT_LLD)
    add_link_options(-fuse-ld=${CKPT_LLD})
  endif()
endif()
# One precompiled header for libraries and tools: the same code model for both.
add_compile_options(-fPIC)
add_compile_options(-Wall -Wextra -fvisibility-inlines-hidden)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Returning an llvm::Error as an Expected needs the move for clang.
  add_compile_options(-Wno-redundant-move)
endif()
# Results may not depend on the compiler's freedom to contract or reassociate.
add_compile_options(-ffp-contract=off)
if(CKPT_SANITIZE)
  list(JOIN CKPT_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-omit-frame-pointer -fno-sanitize=vptr)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Kernels compiled in the process carry no type in front of their code.
    add_compile_options(-fno-sanitize=function)
  endif()
  add_link_options(-fsanitize=${sanitizers})
endif()

if(CKPT_PRECOMPILED_HEADERS)
  file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/CkptPch.cpp CONTENT "// holds the precompiled header\n")
  add_library(CkptPch OBJECT ${PROJECT_BINARY_DIR}/CkptPch.cpp)
  target_precompile_headers(CkptPch PRIVATE
    <mlir/IR/Builders.h> <mlir/IR/BuiltinOps.h> <mlir/IR/PatternMatch.h> <mlir/IR/Dominance.h>
    <mlir/Pass/Pass.h> <mlir/Pass/PassManager.h>
    <mlir/Transforms/GreedyPatternRewriteDriver.h>
    <mlir/Dialect/Func/IR/FuncOps.h> <mlir/Dialect/Arith/IR/Arith.h> <mlir/Dialect/Math/IR/Math.h>
    <mlir/Dialect/Tensor/IR/Tensor.h> <mlir/Dialect/Linalg/IR/Linalg.h>
    <mlir/Dialect/SCF/IR/SCF.h> <mlir/Dialect/MemRef/IR/MemRef.h> <mlir/Dialect/Vector/IR/VectorOps.h>)
endif()

macro(_ckpt_parse)
  cmake_parse_arguments(ARG "MLIR" "" "DEPENDS;LINK" ${ARGN})
endmacro()

function(_ckpt_setup name)
  cmake_parse_arguments(ARG "MLIR" "" "DEPENDS;LINK" ${ARGN})
  if(ARG_MLIR)
    if(CKPT_PRECOMPILED_HEADERS)
      target_precompile_headers(${name} REUSE_FROM CkptPch)
    endif()
    target_link_libraries(${name} PUBLIC MLIR LLVM)
    # Generated dialect headers must exist before any source is compiled.
    add_dependencies(${name} CkptTableGen)
  endif()
  if(ARG_LINK)
    target_link_libraries(${name} PUBLIC ${ARG_LINK})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

function(ckpt_add_library name)
  _ckpt_parse(${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  _ckpt_setup(${name} ${ARGN})
  target_include_directories(${name} INTERFACE $<INSTALL_INTERFACE:include>)
  set_property(GLOBAL APPEND PROPERTY CKPT_LIBRARIES ${name})
endfunction()

function(ckpt_add_tool name)
  _ckpt_parse(${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _ckpt_setup(${name} ${ARGN})
endfunction()

function(ckpt_add_unit_test name)
  _ckpt_parse(${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  _ckpt_setup(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  add_test(NAME unit.${name} COMMAND ${name})
endfunction()
