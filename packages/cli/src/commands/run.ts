import { dryRun, type OrchestratorEnvironment, type StartRequest, simulate } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean, string as stringFlag } from '@oclif/core/flags';
import { BaseCommand } from '../base-command.js';
import { runDetached, takeDetachment } from '../detach.js';
import { dryRunWords } from '../dry-run-words.js';
import { checkInputs, parseInputs } from '../inputs.js';
import { loadPlan } from '../load-plan.js';
import { paintFor } from '../paint.js';
import { pluginFlag } from '../plugins/plugin-flag.js';
import { openProject } from '../project.js';
import { exitCodeOf } from '../run-session.js';
import { runToEnd } from '../run-to-end.js';
import { sessionEnvironment, terminalSize } from '../session-environment.js';
import { concurrencyOf, sessionFlags } from '../session-flags.js';
import { sessionView } from '../session-view.js';
import { projectFlag } from '../sessions/project-flag.js';
import { loadStubs, simulationWords } from '../simulation.js';
import { startSession } from '../start-session.js';
import { toCliError } from '../to-cli-error.js';
import { workingFolder } from '../working-folder.js';

/** How a session in the background is shown. */
const UNSEEN = { json: false, progress: 'quiet', 'no-input': true } as const;

export default class Run extends BaseCommand {
  static override summary = 'Run a workflow.';
  static override description =
    'WORKFLOW is a file, or a name that "agentflow workflows" lists. Words after it are the workflow\'s $ARGUMENTS. ' +
    'The output of the last node goes to stdout, progress to stderr.';
  static override examples = [
    { description: 'Run a file; this one needs no account', command: '<%= config.bin %> run examples/quickstart.yaml' },
    { description: 'With a goal and an input', command: '<%= config.bin %> run review --goal "Ship it" --input pr=42' },
    { description: 'See what it would start', command: '<%= config.bin %> run review --dry-run' },
    {
      description: 'See which branches would run if nodes gave these results',
      command: '<%= config.bin %> run review --dry-run --stubs results.yaml',
    },
    {
      description: 'In the background; attach, send, status and logs reach it',
      command: '<%= config.bin %> run review --detach',
    },
    { description: 'As events, one JSON object per line', command: '<%= config.bin %> run review --json' },
  ];
  static override args = {
    workflow: string({ description: 'A workflow file or name.', required: true }),
    arguments: string({ description: 'What the workflow gets as $ARGUMENTS.', multiple: true }),
  };
  static override flags = {
    input: stringFlag({ char: 'i', description: 'An input of the workflow.', multiple: true, helpValue: 'NAME=VALUE' }),
    goal: stringFlag({ description: 'What the session is to achieve: $GOAL in prompts.' }),
    cwd: stringFlag({ description: 'The folder to work in.', helpValue: 'FOLDER' }),
    'session-id': stringFlag({ description: 'The id of the new session.' }),
    detach: boolean({ char: 'd', description: 'Run in the background, and print the id of the session.' }),
    worktree: boolean({ description: 'Work in a fresh git worktree, on a branch of its own.' }),
    'dry-run': boolean({ description: "Print each task's command line and start nothing." }),
    stubs: stringFlag({
      description: 'With --dry-run: play the whole session with the results of this file.',
      dependsOn: ['dry-run'],
      helpValue: 'FILE',
    }),
    ...pluginFlag,
    ...sessionFlags,
  };

  readonly #detachment = takeDetachment();

  async run(): Promise<void> {
    const { args, argv, flags } = await this.parse(Run);
    const detachment = this.#detachment;
    const project = await openProject(workingFolder(flags.cwd), this.config.version, flags.plugin);
    // Whoever started this process in the background has said the same already.
    const talk = (text: string) => (detachment ? undefined : this.talk(text));
    const { plan, text, file } = await loadPlan(project, args.workflow, { talk, toRun: true });
    const inputs = parseInputs(flags.input ?? []);
    checkInputs(plan, inputs);
    const environment = sessionEnvironment(project);
    const sessionId = detachment?.sessionId ?? flags['session-id'];
    const request: StartRequest = {
      plan,
      source: { text, file },
      cwd: project.folder,
      arguments: (argv as string[]).slice(1).join(' '),
      inputs,
      onFailure: flags['on-failure'],
      terminalSize: terminalSize(),
      ...(flags.goal !== undefined && { goal: flags.goal }),
      ...(sessionId !== undefined && { sessionId }),
      ...concurrencyOf(flags, project),
    };
    if (flags.stubs !== undefined) return this.#simulate(environment, request, { file: flags.stubs, json: flags.json });
    if (flags['dry-run']) {
      const tasks = await dryRun(environment, request);
      if (flags.json) return this.printJson({ workflow: plan.name, tasks });
      return this.printData(dryRunWords(tasks, { folder: project.folder, paint: paintFor(process.stdout) }));
    }
    if (flags.detach && !detachment)
      return this.#detach(sessionId ?? environment.store.newId(), {
        json: flags.json,
        elsewhere: projectFlag(project.folder),
      });
    const shown = detachment ? { ...flags, ...UNSEEN } : flags;
    const view = await sessionView(shown, project, talk);
    const answered = { ...request, canAsk: view.canAsk || detachment !== undefined };
    const orchestrator = await startSession(environment, answered, { view, worktree: flags.worktree });
    detachment?.tellStart(orchestrator);
    process.exitCode = await runToEnd(orchestrator, { project, environment, view });
  }

  protected override async catch(error: unknown): Promise<void> {
    const shown = toCliError(error, this.id);
    if (!(await this.#detachment?.tellError(shown))) return super.catch(error);
    process.exitCode = shown.exitCode;
  }

  async #detach(id: string, { json, elsewhere }: { json: boolean; elsewhere: string }): Promise<void> {
    await runDetached(this.argv, id);
    if (json) return this.printJson({ id });
    this.printData(id);
    this.talk(
      `Running in the background.\n  progress: agentflow status ${id} --watch${elsewhere}\n` +
        `  output:   agentflow logs ${id} -f${elsewhere}`,
    );
  }

  async #simulate(
    environment: OrchestratorEnvironment,
    request: StartRequest,
    { file, json }: { file: string; json: boolean },
  ): Promise<void> {
    const stubs = await loadStubs(file, request.plan);
    const { session, events } = await simulate(environment, request, stubs);
    if (json) for (const event of events) this.printJson(event);
    else this.printData(simulationWords(session, { stubs, paint: paintFor(process.stdout) }));
    process.exitCode = exitCodeOf(session);
  }
}
