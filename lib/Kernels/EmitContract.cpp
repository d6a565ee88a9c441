#include "FunctionContext.h"
namespace ckpt::kernels {
void emitContract(FunctionContext &c, const Nest &n) { emitGeneric(c, n); }
} // namespace ckpt::kernels
