#include "shared/hlo/text_proto_schema.h"

#include <algorithm>
#include <cassert>
#include <unordered_map>

namespace hlorank::hlo::proto {
namespace {

// One message type per paragraph: its name, then field=number:type for each field. A field without a type is an integer
// of any kind. Fields of type `skipped` are known but not converted. `others` marks message types whose unlisted fields
// are all skipped. Source: xla/service/hlo.proto, xla/xla.proto and xla/xla_data.proto of jaxlib 0.10.2.
constexpr std::string_view kMessages = R"(
HloProto hlo_module=1:HloModuleProto buffer_assignment=3:skipped
HloModuleProto name=1:bytes entry_computation_name=2:bytes computations=3:HloComputationProto
  host_program_shape=4:ProgramShapeProto id=5 entry_computation_id=6 schedule=7:HloScheduleProto
  input_output_alias=8:HloInputOutputAliasProto cross_program_prefetches=10:CrossProgramPrefetch is_dynamic=11:bool
  spmd_output_sharding=12:OpSharding spmd_parameters_shardings=14:OpSharding use_auto_spmd_partitioning=16:bool
  stack_frame_index=17:StackFrameIndexProto buffer_donor=18:HloBufferDonorProto
  frontend_attributes=19:FrontendAttributes original_value_recovery_table=20:OriginalValueRecoveryTableProto
  device_type=21:bytes payloads=22:bytes pjrt_id=23 profile_info=13:skipped device_assignment=15:skipped
HloModuleProtoWithConfig hlo_module=1:HloModuleProto config=2:HloModuleConfigProto
HloSnapshot hlo=1:HloProto arguments=2:LiteralProto result=3:LiteralProto execution_platform=4:bytes
HloUnoptimizedSnapshot hlo_module=1:HloModuleProto partitions=2:HloInputs version=3
HloComputationProto name=1:bytes instructions=2:HloInstructionProto program_shape=4:ProgramShapeProto id=5 root_id=6
  is_fusion_computation=7:bool execution_thread=8:bytes
ProgramShapeProto parameters=1:ShapeProto result=2:ShapeProto parameter_names=3:bytes
HloScheduleProto sequences=1:SequencesEntry
HloInputOutputAliasProto entries=1:AliasEntryProto
CrossProgramPrefetch parameter=1 index=2 offset=3
OpSharding type=1:ShardingType tile_shape=2:ShapeProto tile_assignment_dimensions=3 tile_assignment_devices=4
  tuple_shardings=5:OpSharding replicate_on_last_tile_dim=6:bool metadata=7:OpMetadata last_tile_dims=8:ShardingType
  iota_reshape_dims=9 iota_transpose_perm=10 is_shard_group=11:bool shard_group_id=12
  shard_group_type=13:ShardGroupType named_sharding=14:NamedShardingProto
StackFrameIndexProto file_names=1:bytes function_names=2:bytes file_locations=3:FileLocation stack_frames=4:StackFrame
HloBufferDonorProto entries=1:BufferDonorEntryProto
FrontendAttributes map=1:StringEntry
OriginalValueRecoveryTableProto entries=1:RecoveryEntry
HloModuleConfigProto replica_count=4 num_partitions=5 alias_passthrough_params=17:bool
  allow_spmd_sharding_propagation_to_output=27:bool allow_spmd_sharding_propagation_to_parameters=33:bool others
LiteralProto shape=1:ShapeProto preds=2:bool u8s=3:bytes s32s=4 s64s=5 u32s=6 u64s=7 f32s=8:floats f64s=9:doubles
  tuple_literals=10:LiteralProto f16s=11:bytes c64s=12:floats bf16s=13:bytes sparse_indices=14 s8s=15:bytes
  u16s=16:bytes s16s=17:bytes c128s=18:doubles f8e5m2s=19:bytes f8e4m3fns=20:bytes s4s=21:bytes u4s=22:bytes
  f8e4m3b11fnuzs=23:bytes f8e5m2fnuzs=24:bytes f8e4m3fnuzs=25:bytes s2s=26:bytes u2s=27:bytes f8e4m3s=28:bytes
  f8e3m4s=29:bytes s1s=30:bytes u1s=31:bytes f4e2m1fns=32:bytes f8e8m0fnus=33:bytes dynamic_sizes=34
  f6e3m2fns=35:bytes f6e2m3fns=36:bytes
HloInputs arguments=1:LiteralProto arguments_descriptors=2:skipped
HloInstructionProto name=1:bytes opcode=2:bytes shape=3:ShapeProto metadata=7:OpMetadata literal=8:LiteralProto
  parameter_number=9 fusion_kind=11:bytes tuple_index=13 dimensions=14 window=15:Window
  convolution_dimension_numbers=16:ConvolutionDimensionNumbers slice_dimensions=17:SliceDimensions exponent_bits=18
  mantissa_bits=19 dynamic_slice_sizes=20 padding_config=21:PaddingConfig outfeed_config=22:bytes
  distribution=23:RandomDistribution epsilon=24:float feature_index=25 channel_id=26 infeed_config=27:bytes
  custom_call_target=28:bytes outfeed_shape=29:ShapeProto dot_dimension_numbers=30:DotDimensionNumbers
  fft_type=31:FftType fft_length=32 gather_dimension_numbers=33:GatherDimensionNumbers gather_slice_sizes=34 id=35
  operand_ids=36 control_predecessor_ids=37 called_computation_ids=38 sharding=40:OpSharding backend_config=43:bytes
  all_reduce_id=45 is_host_transfer=47:bool scatter_dimension_numbers=48:ScatterDimensionNumbers
  replica_groups=49:ReplicaGroup feature_group_count=50 precision_config=51:PrecisionConfig
  source_target_pairs=52:SourceTarget domain_entry_sharding=54:OpSharding domain_exit_sharding=55:OpSharding
  constrain_layout=56:bool operand_shapes_with_layout=57:ShapeProto batch_group_count=58
  triangular_solve_options=59:TriangularSolveOptions is_stable=60:bool parameter_replication=61:ParameterReplication
  cholesky_options=62:CholeskyOptions comparison_direction=63:bytes custom_call_has_side_effect=65:bool delta=66
  indices_are_sorted=67:bool frontend_attributes=68:FrontendAttributes unique_indices=69:bool
  rng_algorithm=70:RandomAlgorithm use_global_device_ids=71:bool comparison_type=72:bytes
  is_cross_program_prefetch=73:bool output_operand_aliasing=74:OutputOperandAliasing padding_type=75:PaddingType
  custom_call_schedule=76:CustomCallSchedule custom_call_api_version=77:CustomCallApiVersion
  async_execution_thread=79:bytes cross_program_prefetch_index=80 k=81 statistics_viz=82:StatisticsViz largest=85:bool
  collective_device_list=87:CollectiveDeviceListProto original_value=88:OriginalValueProto is_composite=89:bool
  ragged_dot_dimension_numbers=90:RaggedDotDimensionNumbers result_accuracy=91:ResultAccuracy
  iota_collective_device_list=92:IotaReplicaGroupListProto
  mesh_axes_replica_group_list=93:MeshAxesReplicaGroupListProto is_reverse=94:bool num_carries=95
  is_associative=96:TriState conv_kind=97:ConvolutionKind sparsity_config=98:SparsityConfig
  backend_config_payload=99:Payload
ShapeProto element_type=2:PrimitiveType dimensions=3 tuple_shapes=4:ShapeProto layout=5:LayoutProto
  is_dynamic_dimension=6:bool
SequencesEntry key=1 value=2:InstructionSequence
AliasEntryProto output_shape_index=1 parameter_number=2 parameter_shape_index=3 kind=4:AliasKind
OpMetadata op_type=1:bytes op_name=2:bytes source_file=3:bytes source_line=4 profile_type=5:ProfileType
  size_of_generated_code_in_bytes=8 size_of_memory_working_set_in_bytes=9 deduplicated_name=12:bytes stack_frame_id=15
  scheduling_name=16:bytes source_end_line=17 source_column=18 source_end_column=19 metadata_payload=20:Payload
  profile_info=10:skipped
NamedShardingProto mesh=2:MeshProto dim_shardings=3:DimensionSharding replicated_axes=4:AxisRefProto
  unreduced_axes=5:AxisRefProto metadata=6:OpMetadata manual_axes=7:AxisRefProto
FileLocation file_name_id=1 function_name_id=2 line=3 column=4 end_line=5 end_column=6
StackFrame file_location_id=1 parent_frame_id=2
BufferDonorEntryProto parameter_number=1 parameter_shape_index=2
StringEntry key=1:bytes value=2:bytes
RecoveryEntry old_original_array=1:OriginalArrayProto new_original_array=2:OriginalArrayProto
  recovery_module=3:HloModuleProto
Window dimensions=1:WindowDimension
ConvolutionDimensionNumbers kernel_input_feature_dimension=3 kernel_output_feature_dimension=4
  kernel_spatial_dimensions=6 input_batch_dimension=7 input_feature_dimension=8 output_batch_dimension=9
  output_feature_dimension=10 input_spatial_dimensions=11 output_spatial_dimensions=12
SliceDimensions start=1 limit=2 stride=3
PaddingConfig dimensions=1:PaddingConfigDimension
DotDimensionNumbers lhs_contracting_dimensions=1 rhs_contracting_dimensions=2 lhs_batch_dimensions=3
  rhs_batch_dimensions=4
GatherDimensionNumbers offset_dims=1 collapsed_slice_dims=2 start_index_map=3 index_vector_dim=4
  operand_batching_dims=5 start_indices_batching_dims=6
ScatterDimensionNumbers update_window_dims=1 inserted_window_dims=2 scatter_dims_to_operand_dims=3 index_vector_dim=4
  input_batching_dims=5 scatter_indices_batching_dims=6
ReplicaGroup replica_ids=1
PrecisionConfig operand_precision=1:Precision algorithm=2:DotAlgorithm
SourceTarget source=1 target=2
TriangularSolveOptions left_side=1:bool lower=2:bool unit_diagonal=3:bool transpose_a=4:TransposeKind
ParameterReplication replicated_at_leaf_buffers=1:bool
CholeskyOptions lower=1:bool
OutputOperandAliasing output_shape_index=1 operand_index=2 operand_shape_index=3
StatisticsViz stat_index_to_visualize=1 statistics=2:Statistic
CollectiveDeviceListProto replica_groups=1:ReplicaGroup iota_replica_group_list=2:IotaReplicaGroupListProto
OriginalValueProto elements=1:OriginalValueElementProto is_synthetic_call=2:bool
RaggedDotDimensionNumbers dot_dimension_numbers=1:DotDimensionNumbers lhs_ragged_dimensions=2 rhs_group_dimensions=3
ResultAccuracy mode=1:AccuracyMode tolerance=2:Tolerance
IotaReplicaGroupListProto num_replica_groups=1 num_devices_per_group=2 iota_reshape_dims=3 iota_transpose_perm=4
MeshAxesReplicaGroupListProto mesh=1:MeshProto axes=2:AxisRefProto
SparsityConfig lhs=1:TensorSparsityConfig rhs=2:TensorSparsityConfig
Payload value=1:bytes id=2
LayoutProto minor_to_major=1 tiles=6:TileProto element_size_in_bits=7 memory_space=8 dim_level_types=9:DimLevelType
  physical_shape=10:ShapeProto index_primitive_type=11:PrimitiveType pointer_primitive_type=12:PrimitiveType
  dim_unique=13:bool dim_ordered=14:bool dynamic_shape_metadata_prefix_bytes=15 tail_padding_alignment_in_elements=16
  split_configs=17:SplitConfigProto
InstructionSequence instruction_ids=1
MeshProto axes=1:MeshAxis device_ids=2 iota_transform=3:IotaTransform
DimensionSharding axes=1:AxisRefProto is_closed=2:bool
AxisRefProto mesh_axis_index=1 sub_axis_info=2:SubAxis
OriginalArrayProto instruction_name=1:bytes shape_index=2
WindowDimension size=1 stride=2 padding_low=3 padding_high=4 window_dilation=5 base_dilation=6 window_reversal=7:bool
PaddingConfigDimension edge_padding_low=1 edge_padding_high=2 interior_padding=3
Statistic stat_name=1:bytes stat_val=2:double
OriginalValueElementProto shape_index=1 original_array=2:OriginalArrayProto
Tolerance atol=1:double rtol=2:double ulps=3
TensorSparsityConfig num_non_zero=1 block_size=2 dimension=3 stride=4
TileProto dimensions=1
SplitConfigProto dimension=1 split_indices=2
MeshAxis name=1:bytes size=2
IotaTransform reshape_dims=1 transpose_perm=2
SubAxis pre_size=1 size=2
)";

constexpr std::string_view kEnums = R"(
ShardingType REPLICATED=0 MAXIMAL=1 TUPLE=2 OTHER=3 MANUAL=4 UNKNOWN=5 UNREDUCED=6
ShardGroupType AS=0 LIKE=1
RandomDistribution RNG_INVALID=0 RNG_UNIFORM=1 RNG_NORMAL=2
FftType FFT=0 IFFT=1 RFFT=2 IRFFT=3
RandomAlgorithm RNG_DEFAULT=0 RNG_THREE_FRY=1 RNG_PHILOX=2
PaddingType PADDING_INVALID=0 PADDING_VALID=1 PADDING_SAME=2
CustomCallSchedule SCHEDULE_NONE=0 SCHEDULE_LATEST=1 SCHEDULE_EARLIEST=2
CustomCallApiVersion API_VERSION_UNSPECIFIED=0 API_VERSION_ORIGINAL=1 API_VERSION_STATUS_RETURNING=2
  API_VERSION_STATUS_RETURNING_UNIFIED=3 API_VERSION_TYPED_FFI=4
TriState TRI_STATE_UNSPECIFIED=0 TRI_STATE_TRUE=1 TRI_STATE_FALSE=2
ConvolutionKind CONVOLUTION_KIND_UNSET=0 CONVOLUTION_KIND_FPROP=1 CONVOLUTION_KIND_DGRAD=2
  CONVOLUTION_KIND_WGRAD=3
PrimitiveType PRIMITIVE_TYPE_INVALID=0 PRED=1 S1=30 S2=26 S4=21 S8=2 S16=3 S32=4 S64=5 U1=31 U2=27 U4=22 U8=6
  U16=7 U32=8 U64=9 F16=10 F32=11 BF16=16 F64=12 F8E5M2=19 F8E4M3=28 F8E4M3FN=20 F8E4M3B11FNUZ=23 F8E3M4=29
  F8E5M2FNUZ=24 F8E4M3FNUZ=25 F4E2M1FN=32 F8E8M0FNU=33 F6E3M2FN=35 F6E2M3FN=36 C64=15 C128=18 TUPLE=13 OPAQUE_TYPE=14
  TOKEN=17 BUFFER=34
AliasKind UNDEFINED_ALIAS=0 MAY_ALIAS=1 MUST_ALIAS=2
ProfileType INVALID=0 WINDOW=1 FLAG=2 INTEGER=3
Precision DEFAULT=0 HIGH=1 HIGHEST=2 PACKED_NIBBLE=3
DotAlgorithm ALG_UNSET=0 ALG_DOT_ANY_F8_ANY_F8_F32=1 ALG_DOT_ANY_F8_ANY_F8_F32_FAST_ACCUM=2 ALG_DOT_F16_F16_F16=3
  ALG_DOT_F16_F16_F32=4 ALG_DOT_BF16_BF16_BF16=5 ALG_DOT_BF16_BF16_F32=6 ALG_DOT_BF16_BF16_F32_X3=7
  ALG_DOT_BF16_BF16_F32_X6=8 ALG_DOT_TF32_TF32_F32=9 ALG_DOT_TF32_TF32_F32_X3=10 ALG_DOT_F32_F32_F32=11
  ALG_DOT_F64_F64_F64=12 ALG_DOT_BF16_BF16_F32_X9=13
TransposeKind TRANSPOSE_INVALID=0 NO_TRANSPOSE=1 TRANSPOSE=2 ADJOINT=3
AccuracyMode DEFAULT=0 HIGHEST=1
DimLevelType DIM_DENSE=0 DIM_COMPRESSED=1 DIM_SINGLETON=2 DIM_LOOSE_COMPRESSED=3
)";

// Calls visit(word, isFirstOfParagraph) for every word of a table that describes message types.
template <class Visit>
void forEachWord(std::string_view table, Visit visit) {
  for (size_t at = 0; (at = table.find_first_not_of(" \n", at)) != table.npos;) {
    const size_t end = table.find_first_of(" \n", at);
    visit(table.substr(at, end - at), table[at - 1] == '\n');
    at = end;
  }
}

uint32_t toNumber(std::string_view digits) {
  uint32_t number = 0;
  for (const char digit : digits) number = number * 10 + static_cast<uint32_t>(digit - '0');
  return number;
}

Schema makeSchema() {
  Schema made;
  // Maps the name of a type to the field type and to FieldSchema::index.
  std::unordered_map<std::string_view, FieldSchema> types;
  const auto named = [&types](std::string_view name, FieldType type, size_t index = 0) {
    types[name] = {name, 0, type, static_cast<uint32_t>(index)};
  };
  named("bool", FieldType::kBool);
  named("float", FieldType::kFloat);
  named("double", FieldType::kDouble);
  named("floats", FieldType::kFloats);
  named("doubles", FieldType::kDoubles);
  named("bytes", FieldType::kBytes);
  named("skipped", FieldType::kSkipped);
  forEachWord(kEnums, [&](std::string_view word, bool isName) {
    if (isName) {
      named(word, FieldType::kEnum, made.enums.size());
      made.enums.push_back({word, {}});
      return;
    }
    const size_t equals = word.find('=');
    made.enums.back().values.push_back({word.substr(0, equals), toNumber(word.substr(equals + 1))});
  });
  forEachWord(kMessages, [&](std::string_view word, bool isName) {
    if (!isName) return;
    named(word, FieldType::kMessage, made.messages.size());
    made.messages.push_back({word, {}, false});
  });
  size_t message = 0;
  forEachWord(kMessages, [&](std::string_view word, bool isName) {
    if (isName) {
      message = types.at(word).index;
    } else if (word == "others") {
      made.messages[message].skipsOthers = true;
    } else {
      const size_t equals = word.find('='), colon = std::min(word.find(':'), word.size());
      FieldSchema field;
      if (colon < word.size()) field = types.at(word.substr(colon + 1));
      field.name = word.substr(0, equals);
      field.number = toNumber(word.substr(equals + 1, colon - equals - 1));
      made.messages[message].fields.push_back(field);
    }
  });
  for (MessageSchema& each : made.messages) {
    std::sort(each.fields.begin(), each.fields.end(),
              [](const FieldSchema& a, const FieldSchema& b) { return a.name < b.name; });
  }
  return made;
}

}  // namespace

const FieldSchema* MessageSchema::find(std::string_view field) const {
  const auto found = std::lower_bound(fields.begin(), fields.end(), field,
                                      [](const FieldSchema& a, std::string_view b) { return a.name < b; });
  return found != fields.end() && found->name == field ? &*found : nullptr;
}

const EnumSchema::Value* EnumSchema::find(std::string_view value) const {
  const auto found = std::find_if(values.begin(), values.end(), [value](const Value& v) { return v.name == value; });
  return found != values.end() ? &*found : nullptr;
}

const Schema& schema() {
  static const Schema made = makeSchema();
  return made;
}

}  // namespace hlorank::hlo::proto
