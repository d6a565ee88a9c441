# Builds ContextsTest with the thread sanitizer and runs it.
#   cmake -DSOURCE=... -DWORK=... -P thread-sanitizer.cmake
set(step WORKING_DIRECTORY ${SOURCE} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --preset thread -B ${WORK} OUTPUT_QUIET ${step})
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK} --target ContextsTest ${step})
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK} -R ContextsTest
  --output-on-failure --no-tests=error ${step})
