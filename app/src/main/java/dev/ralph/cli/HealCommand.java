package dev.ralph.cli;

import dev.ralph.Ralph;
import dev.ralph.Task;
import dev.ralph.config.Profile;
import dev.ralph.config.SettingKeys;
import java.util.List;

/// `ralph heal`: the tasks of a spec, whose documents are corrected when a task fails.
record HealCommand(CommandContext context) {
    static Command run(CommandContext context) {
        return Command.of("heal", Commands.LOOPS, new HealCommand(context)::run)
                .summary("do the tasks of a spec; when one fails, correct the spec and try again")
                .options(Commands.under("The tasks", RunCommand.DETACH))
                .options(SettingOptions::all)
                .options(RunCommand.spoken())
                .argument(Argument.optional("FEATURE", "the folder in .kiro/specs; without it, the only one"))
                .example("ralph heal checkout-flow", "its tasks in their order, each proven and committed")
                .example("ralph heal checkout-flow --optional-tasks on", "also tasks marked as optional")
                .example("ralph spec lint checkout-flow", "first see whether its documents fit together");
    }

    private int run(Invocation typed) throws Exception {
        if (RunCommand.detaches(context, typed)) {
            return new DetachedLoop(context).start(typed);
        }
        Profile profile = Profile.all().stream()
                .filter(Profile::hasSpecs)
                .findFirst()
                .orElseThrow(() -> new BadUsage("No profile that works on specs is installed"));
        String wanted = typed.text(SettingKeys.PROFILE.flag()).orElse(profile.name());
        if (!wanted.equals(profile.name())) {
            throw new BadUsage("--profile " + wanted + " works on no spec; leave it out");
        }
        Invocation settled = typed.with(SettingKeys.PROFILE.flag(), profile.name());
        List<String> named = typed.arguments("FEATURE");
        if (!named.isEmpty()) {
            settled = settled.with(SettingKeys.SPEC.flag(), named.getFirst());
        }
        Ralph ralph = context.ralph(settled);
        Task flow = Task.named(profile.flowName(ralph.settings(), ralph.folder()));
        return RunCommand.flow(context, typed, ralph, ready -> ralph.startFlow(flow, ready));
    }
}
