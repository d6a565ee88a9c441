# Finds Debian's MLIR 22 and the test tools, and links MLIR as one shared library.

if(NOT MLIR_DIR AND EXISTS /usr/lib/llvm-22/lib/cmake/mlir)
  set(MLIR_DIR /usr/lib/llvm-22/lib/cmake/mlir)
endif()
find_package(MLIR REQUIRED CONFIG)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "MLIR 22 is needed, found ${LLVM_VERSION}")
endif()

# The package does not export that it was built as one library. A second,
# static copy of MLIR in a tool would crash plugins, so say it here, first.
if(TARGET MLIR)
  set(MLIR_LINK_MLIR_DYLIB ON)
endif()

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)
separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND ${LLVM_DEFINITIONS})
add_definitions(${LLVM_DEFINITIONS_LIST})

# LLVM_DEFAULT_EXTERNAL_LIT of the package names a file that does not exist.
find_program(LLVM_EXTERNAL_LIT NAMES lit PATHS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
set(MLIR_BINARY_DIR ${PROJECT_BINARY_DIR})
