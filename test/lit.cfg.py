import os

import lit.formats

config.name = "ckpt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["models", "Integration", "Inputs", "Unit"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ckpt_binary_dir, "test")

tools = os.path.join(config.ckpt_binary_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, os.environ["PATH"]]
)
config.substitutions.append(("%models", os.path.join(config.test_source_root, "models")))
config.substitutions.append(("%python", config.python))

# Models as frameworks export them, where they lie beside the repository.
shared_models = os.path.join(config.ckpt_source_dir, "..", "shared", "models")
if os.path.isdir(shared_models):
    config.available_features.add("shared-models")
    config.substitutions.append(("%shared", os.path.normpath(shared_models)))
