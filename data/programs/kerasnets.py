"""Keras's own applications at small resolutions, whole and cut after a layer in the middle, weights as arguments.

Needs keras 3, and yields nothing without it; its layers run through `stateless_call`."""
import os
import sys

os.environ["KERAS_BACKEND"] = "jax"

import jax

try:
    import keras
except ModuleNotFoundError:
    keras = None

from layers import struct


def structs(variables):
    return [jax.ShapeDtypeStruct(variable.shape, variable.dtype) for variable in variables]


def cut(network, first, last):
    """The layers of a network from the output of the layer `first` to that of `last`, numbered as it lists them."""
    return keras.Model(network.layers[first].output, network.layers[last].output)


def used(model, batch):
    """The model as one uses it, its states (means and variances) squared, so that variances are positive."""
    def function(weights, states, x):
        return model.stateless_call(weights, [state * state for state in states], x, training=False)[0]

    x = struct(batch, *model.inputs[0].shape[1:])
    return function, (structs(model.trainable_variables), structs(model.non_trainable_variables), x)


def trained(model, batch):
    """The model's gradients of its weights and its moved states, with batch norms that train."""
    function, (weights, states, x) = used(model, batch)

    def loss(weights, states, x):
        output, states = model.stateless_call(weights, states, x, training=True)
        return (output ** 2).mean(), states

    return jax.value_and_grad(loss, has_aux=True), (weights, states, x)


def named(network, *names):
    """The numbers of a network's layers of these names."""
    places = [layer.name for layer in network.layers]
    return [places.index(name) for name in names]


def programs(random):
    if keras is None:
        print("kerasnets: no programs, because keras is not installed (pip install keras)", file=sys.stderr)
        return
    apps = keras.applications
    options = dict(weights=None, classes=10)
    mobile = apps.MobileNet((48, 48, 3), alpha=.25, **options)
    yield "mobilenet", *used(mobile, 2)
    yield "mobilenet_cut", *used(cut(mobile, *named(mobile, "conv_pw_2_relu", "conv_pw_5_relu")), 4)
    yield "mobilenet_cut_grad", *trained(cut(mobile, *named(mobile, "conv_pw_3_relu", "conv_pw_5_relu")), 3)
    second = apps.MobileNetV2((64, 64, 3), alpha=.35, **options)
    yield "mobilenet2", *used(second, 1)
    yield "mobilenet2_cut", *used(cut(second, *named(second, "block_2_add", "block_5_add")), 4)
    yield "mobilenet2_cut_grad", *trained(cut(second, *named(second, "block_3_project_BN", "block_4_add")), 6)
    small = apps.MobileNetV3Small((64, 64, 3), alpha=.75, minimalistic=False, **options)
    yield "mobilenet3", *used(small, 1)
    dense = apps.DenseNet121(input_shape=(32, 32, 3), **options)
    yield "densenet_cut", *used(cut(dense, *named(dense, "pool2_pool", "conv3_block3_concat")), 6)
    yield "densenet_cut_grad", *trained(cut(dense, *named(dense, "pool2_pool", "conv3_block2_concat")), 4)
    residual = apps.ResNet50V2(input_shape=(32, 32, 3), **options)
    yield "resnet_cut", *used(cut(residual, *named(residual, "conv2_block1_out", "conv3_block1_out")), 2)
    yield "resnet_cut_grad", *trained(cut(residual, *named(residual, "conv2_block1_out", "conv2_block2_out")), 2)
    efficient = apps.EfficientNetV2B0(input_shape=(64, 64, 3), include_preprocessing=False, **options)
    yield "efficientnet_cut", *used(cut(efficient, *named(efficient, "block3b_add", "block4b_add")), 4)
    yield "efficientnet_cut_grad", *trained(cut(efficient, *named(efficient, "block4a_project_bn", "block4b_add")), 4)
    separable = apps.Xception(input_shape=(71, 71, 3), **options)
    sums = [place for place, layer in enumerate(separable.layers) if isinstance(layer, keras.layers.Add)]
    yield "xception_cut", *used(cut(separable, sums[1], sums[2]), 1)
