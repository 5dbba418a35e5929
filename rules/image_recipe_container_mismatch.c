/* image-recipe-container-mismatch: a recipe runs another image than its config says. */
#include "launchers.h"
#include "srt_arm.h"

/* One spelling for comparison: enroot's '#' is a '/', a digest does not count. */
static struct str
plain_image(struct arena *a, struct str image)
{
	char *z = str_z(a, str_slice(image, 0, str_find_byte(image, '@', 0)));
	for (char *p = z; *p; p++)
		*p = *p == '#' ? '/' : *p;
	struct str s = str_from(z);
	static const char registry[] = "docker.io/";
	return str_starts(s, S("docker.io/")) ? str_slice(s, sizeof registry - 1, s.n)
					      : s;
}

/* Anything else is an alias that the launcher maps to an image. */
static bool
is_image(struct str s)
{
	return (str_contains(s, S("/")) || str_contains(s, S("#"))) &&
	       (str_contains(s, S(":")) || str_contains(s, S("@")));
}

/* A launcher that names the recipe's image, or edits the field, knows what it does. */
static bool
launcher_handles(struct check *c, const struct config *config, struct str container)
{
	return launchers_mention(c, config->runner.v, container) ||
	       launchers_mention(c, config->runner.v, S("container:.*"));
}

static void
check_arm(struct check *c, const struct arm *arm)
{
	const struct config *config = arm->config;
	const struct srt_recipe *r = srt_arm_recipe(c, arm);
	if (!r || !config->image.set)
		return;
	if (r->root != r->doc->root) {
		not_judged(
			c, config->key, "its recipe is made of a base and an override");
		return;
	}
	if (!r->container.known || !is_image(r->container.v)) {
		not_judged(c, config->key, "its recipe names no image but an alias");
		return;
	}
	if (str_eq(plain_image(c->arena, r->container.v),
		    plain_image(c->arena, config->image.v)))
		return;
	if (launcher_handles(c, config, r->container.v)) {
		not_judged(c, config->key, "its launcher chooses the image");
		return;
	}
	struct ixc_finding *f = report(c, config->image.node->span,
		"image is %.*s, but the recipe runs %.*s",
		STR(quote(c->arena, config->image.v)),
		STR(quote(c->arena, r->container.v)));
	finding_subject(f, "%.*s: %.*s", STR(config->key), STR(r->container.v));
	finding_related(f, srt_arm_place(arm), "an arm with this recipe");
	finding_related(f, r->container.node->span, "the recipe's image");
	finding_note(f,
		"the launcher makes only the config's image ready; results are published "
		"under its name");
	finding_help(f, "write the same image in both");
	srt_arm_name(c, f, arm);
}

const struct ixc_rule rule_image_recipe_container_mismatch = {
	.id = "image-recipe-container-mismatch",
	.severity = IXC_ERROR,
	.since = "0.1",
	.summary = "a config's image is not the one its multi-node recipe runs",
	.help = "The launcher imports the config's 'image' and offers it to srt-slurm under that\n"
		"name; the recipe then asks for 'model.container'. When the two differ, another\n"
		"version runs than the results say, or none because the image is not there.\n"
		"\n"
		"'#' and '/' are one, a digest does not count. An alias ('dynamo-sglang') is\n"
		"resolved by the launcher and not judged, nor are recipes made of a base and\n"
		"overrides, nor images that the launcher itself names.",
	.on_arm = check_arm,
};
