# The installed package: headers (generated ones too), libraries, tools and the
# plug-in, for find_package(Ckpt CONFIG).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Ckpt)
foreach(root ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
  install(DIRECTORY ${root}/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc"
    PATTERN "CMakeFiles" EXCLUDE)
endforeach()
foreach(tool ckpt-opt ckpt-plan ckpt-run ckpt-bench)
  if(TARGET ${tool})
    install(TARGETS ${tool})
  endif()
endforeach()
install(TARGETS CkptPlugin DESTINATION ${CMAKE_INSTALL_LIBDIR})
# The Python package finds the library two folders above itself.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python DESTINATION ${CMAKE_INSTALL_LIBDIR}/ckpt
  FILES_MATCHING PATTERN "*.py")

install(EXPORT CkptTargets NAMESPACE Ckpt:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/CkptConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/CkptConfig.cmake INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/CkptConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/CkptConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/CkptConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/modules/CkptMLIR.cmake
  ${PROJECT_SOURCE_DIR}/cmake/modules/CkptOneDnn.cmake
  DESTINATION ${package})
