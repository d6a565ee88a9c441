# Installs ckpt from its build folder, builds this project against it, runs it.
#   cmake -DBUILD=... -DWORK=... -DCXX=... -DC=... -DPYTHON=... -P check.cmake
set(source ${CMAKE_CURRENT_LIST_DIR})
set(step COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${WORK}/prefix)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix
  OUTPUT_QUIET ${step})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${source} -B ${WORK}/build -G Ninja
  -DCMAKE_PREFIX_PATH=${WORK}/prefix -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${C}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_BUILD_TYPE=Debug
  -DCMAKE_CXX_FLAGS_DEBUG=-O0
  OUTPUT_QUIET ${step})
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build ${step})
execute_process(COMMAND ${WORK}/build/embed ${source}/model.mlir ${step})
file(GLOB python ${WORK}/prefix/lib*/ckpt/python ${WORK}/prefix/lib/*/ckpt/python)
execute_process(COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${python} PYTHONDONTWRITEBYTECODE=1
  ${PYTHON} -c "import ckpt; assert ckpt.compile('${source}/../Pipelines/train-step.mlir', batch=64).launches"
  ${step})
