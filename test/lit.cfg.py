import os

import lit.formats

config.name = "ckpt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["models", "Integration", "Inputs", "Unit", "Embed"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.ckpt_binary_dir, "test")

tools = os.path.join(config.ckpt_binary_dir, "bin")
config.environment["PATH"] = os.pathsep.join(
    [tools, config.llvm_tools_dir, os.environ["PATH"]]
)

# With --param plugin=1 a stock mlir-opt runs the passes, through the plug-in.
if lit_config.params.get("plugin") == "1":
    config.name += "-plugin"
    config.test_exec_root += "-plugin"
    config.substitutions.append(
        (
            r"\bckpt-opt\b",
            " ".join(
                [
                    config.python,
                    os.path.join(config.test_source_root, "plugin_opt.py"),
                    os.path.join(config.llvm_tools_dir, "mlir-opt"),
                    os.path.join(config.ckpt_binary_dir, "lib", "CkptPlugin.so"),
                    os.path.join(config.ckpt_source_dir, "include"),
                ]
            ),
        )
    )
config.substitutions.append(("%models", os.path.join(config.test_source_root, "models")))
config.substitutions.append(("%python", config.python))

# A plug-in with passes that do to clones what must not be done.
config.substitutions.append(
    ("%merge-clones", os.path.join(config.ckpt_binary_dir, "test", "Remat", "MergeClones.so"))
)

# Models as frameworks export them, where there are more than in test/models/exported.
shared_models = os.environ.get(
    "CKPT_MODELS", os.path.join(config.ckpt_source_dir, "..", "shared", "models")
)
if os.path.isdir(shared_models):
    config.available_features.add("shared-models")
    config.substitutions.append(("%shared", os.path.normpath(shared_models)))
