// RUN: split-file %s %t
// RUN: ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/s.json" | FileCheck %s
// RUN: ckpt-opt %t/model.mlir --ckpt-mark="entry=f params=0-1 state=2-3:1-2 data=4-5 loss-result=0" | FileCheck %s --check-prefix=FLAGS
// RUN: ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/s.json data=4:images,5:labels" | FileCheck %s --check-prefix=BOTH

// CHECK-LABEL: func.func @other
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    tensor<4xf32> {ckpt.init = "ones", ckpt.param = "fc.weight"}
// CHECK-SAME:    tensor<4xf32> {ckpt.param = "arg1"}
// CHECK-SAME:    tensor<4xf32> {ckpt.init = "zeros", ckpt.state = "mean"}
// CHECK-SAME:    tensor<i64> {ckpt.state = "arg3"}
// CHECK-SAME:    tensor<4xf32> {ckpt.data = "x"}
// CHECK-SAME:    tensor<4xi32> {ckpt.data = "arg5"}
// CHECK-SAME:    -> (tensor<f32> {ckpt.loss}, tensor<4xf32> {ckpt.state = "mean"}, tensor<i64> {ckpt.state = "arg3"}, tensor<f32> {ckpt.metric = "accuracy"})

// FLAGS-LABEL: func.func @f(
// FLAGS-SAME:    {ckpt.param = "arg0"}{{.*}}{ckpt.param = "arg1"}{{.*}}{ckpt.state = "arg2"}{{.*}}{ckpt.state = "arg3"}{{.*}}{ckpt.data = "arg4"}{{.*}}{ckpt.data = "arg5"}
// FLAGS-SAME:    -> (tensor<f32> {ckpt.loss}, tensor<4xf32> {ckpt.state = "arg2"}, tensor<i64> {ckpt.state = "arg3"}, tensor<f32>)

// What an option says takes the place of the file's part.
// BOTH:          {ckpt.data = "images"}{{.*}}{ckpt.data = "labels"}

// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="entry=f params=0 loss-result=0 data=1" 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="entry=f params=0 state=2-3:1" 2>&1 | FileCheck %s --check-prefix=COUNT
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="entry=f params=0" 2>&1 | FileCheck %s --check-prefix=GUESS
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/none.json" 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/schema.json" 2>&1 | FileCheck %s --check-prefix=SCHEMA
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/key.json" 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/field.json" 2>&1 | FileCheck %s --check-prefix=FIELD
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/same.json" 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not ckpt-opt %t/model.mlir --ckpt-mark="signature=%t/model.mlir" 2>&1 | FileCheck %s --check-prefix=JSON
// MISSING: error: argument 2 has no role
// COUNT:   error: state=2-3:1: 2 arguments, but 1 results
// GUESS:   error: {{.*}}results 0 and 3 could be it
// NOFILE:  error: signature '{{.*}}none.json':
// SCHEMA:  error: signature '{{.*}}': 'schema' must be 1
// KEY:     error: signature '{{.*}}': 'parms' is not known
// FIELD:   error: signature '{{.*}}': 'state': 'result' must be an index
// SAME:    error: arguments 0 and 1 are both called 'w'
// JSON:    error: signature '{{.*}}model.mlir': [1:

//--- s.json
{"schema": 1, "entry": "f", "loss": 0,
 "params": [{"arg": 0, "name": "fc.weight", "init": "ones"}, 1],
 "state": [{"arg": 2, "result": 1, "name": "mean", "init": "zeros"}, "3:2"],
 "data": [{"arg": 4, "name": "x"}, "5"],
 "metrics": [{"result": 3, "name": "accuracy"}]}
//--- schema.json
{"params": ["0"]}
//--- key.json
{"schema": 1, "parms": ["0"]}
//--- field.json
{"schema": 1, "entry": "f", "state": [{"arg": 2}]}
//--- same.json
{"schema": 1, "entry": "f", "loss": 0, "params": [{"arg": 0, "name": "w"}, {"arg": 1, "name": "w"}],
 "state": ["2-3:1-2"]}
//--- model.mlir
func.func @other(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %m: tensor<4xf32>, %n: tensor<i64>, %x: tensor<4xf32>, %y: tensor<4xi32>)
    -> (tensor<f32>, tensor<4xf32>, tensor<i64>, tensor<f32>) {
  %0 = arith.constant dense<0.0> : tensor<f32>
  return %0, %m, %n, %0 : tensor<f32>, tensor<4xf32>, tensor<i64>, tensor<f32>
}
