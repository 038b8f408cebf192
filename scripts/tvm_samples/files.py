"""Names of the files of a workload of TVM: a database of MetaSchedule, and the features of its scheduled programs."""

RECORDS, WORKLOADS = "database_tuning_record.json", "database_workload.json"
STORES = "store_features.npz"
