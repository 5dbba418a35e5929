/* The shape of an HBM profile. The reference has no such file: the table is ours. */
#include "model/hbm_schema.h"

#include "model/hbm_profile.h"
#include "model/schema_engine.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define FIELD(text) .name = S_INIT(text)
#define REQUIRED .required = true
#define GIB_MOST SCHEMA_BOUND(65536)
#define TEXT .type = SCHEMA_STR, .min_count = 1

static const struct schema_field measurement_field[] = {
	{FIELD("gpu"), TEXT, REQUIRED, .about = "the model, as in \"mi355x\""},
	{FIELD("label"), TEXT,
		.about = "runner label; without it any node with this GPU"},
	{FIELD("node"), TEXT, .about = "the machine that was measured"},
	{FIELD("total-gib"), .type = SCHEMA_FLOAT, REQUIRED, .above = SCHEMA_BOUND(0),
		.at_most = GIB_MOST,
		.about = "memory of one device, in GiB (2^30 bytes)"},
	{FIELD("free-gib"), .type = SCHEMA_FLOAT, REQUIRED, .at_least = SCHEMA_BOUND(0),
		.at_most = GIB_MOST, .about = "the least that was free, in GiB"},
	{FIELD("engine-free-gib"), .type = SCHEMA_FLOAT, .at_least = SCHEMA_BOUND(0),
		.at_most = GIB_MOST, .about = "the same less the communicators' margin"},
	{FIELD("devices"), .type = SCHEMA_INT, .at_least = SCHEMA_BOUND(1)},
	{FIELD("samples"), .type = SCHEMA_INT, .at_least = SCHEMA_BOUND(1)},
	{FIELD("date"), .type = SCHEMA_LOOSE, REQUIRED,
		.about = "day of the measurement"},
	{FIELD("method"), .type = SCHEMA_CHOICE, REQUIRED,
		.choice = {S_INIT("hip"), S_INIT("sysfs"), S_INIT("nvml")},
		.about = "what was asked: hip, sysfs or nvml"},
	{FIELD("driver"), TEXT, .about = "version of the kernel driver"},
	{FIELD("runtime"), TEXT, .about = "version of the runtime library"},
	{FIELD("compute-partition"), .type = SCHEMA_CHOICE,
		.choice = {S_INIT("SPX"), S_INIT("DPX"), S_INIT("TPX"), S_INIT("QPX"),
			S_INIT("CPX")}},
	{FIELD("memory-partition"), .type = SCHEMA_CHOICE,
		.choice = {S_INIT("NPS1"), S_INIT("NPS2"), S_INIT("NPS4"),
			S_INIT("NPS8")}},
};

static void
check_date(struct schema_object *o, const char *id)
{
	const struct schema_value *v = schema_value(o, "date");
	int64_t day;
	if (!v->node || v->node->kind == YAML_BAD || hbm_day(v->node->text, &day))
		return;
	schema_advise(o, id, SCHEMA_ERROR, schema_place(o, v), "date",
		"date is %.*s, not a day", STR(schema_show(o->run->arena, v->node)))
		->help = S("write YYYY-MM-DD");
}

static const struct schema_cross measurement_cross[] = {
	{"date", .check = check_date, .about = "date is YYYY-MM-DD"},
};

static const struct schema schema_measurement = {
	.name = "measurement",
	.ours = true,
	.field = measurement_field,
	.fields = COUNT(measurement_field),
	.cross = measurement_cross,
	.crosses = COUNT(measurement_cross),
};

static const struct schema_field a_measurement = {
	.type = SCHEMA_OBJECT,
	.object = &schema_measurement,
};

static const struct schema_field profile_field[] = {
	{FIELD("version"), .type = SCHEMA_INT, REQUIRED, .about = "of this format: 1"},
	{FIELD("measurements"), .type = SCHEMA_LIST, .strict = true, REQUIRED,
		.element = &a_measurement,
		.about = "one item a GPU, runner label and node"},
};

static void
check_version(struct schema_object *o, const char *id)
{
	const struct schema_value *v = schema_value(o, "version");
	if (!schema_has(v) || (v->integer.fits && v->integer.value == 1))
		return;
	schema_advise(o, id, SCHEMA_ERROR, schema_place(o, v), "version",
		"version is %.*s, and only version 1 of the format is known",
		STR(schema_clip(v->integer.decimal)));
}

static const struct schema_cross profile_cross[] = {
	{"version", .check = check_version, .about = "version is 1"},
};

const struct schema schema_hbm_profile = {
	.name = "HBM profile",
	.ours = true,
	.field = profile_field,
	.fields = COUNT(profile_field),
	.cross = profile_cross,
	.crosses = COUNT(profile_cross),
};
