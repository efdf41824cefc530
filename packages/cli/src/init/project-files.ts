/** The config of a new project. */
export function configText(adapter: string): string {
  return `# AgentFlow in this project. "agentflow config" shows what holds, "agentflow doctor" whether all of it works.
defaults:
  # The agent of tasks that name none; "agentflow adapters" lists those there are.
  adapter: ${adapter}
  # What agents may do unless a task says otherwise: read-only, ask, edits or full.
  permissions: read-only
`;
}

/** The first workflow: it runs at once, changes nothing, and shows what most workflows are made of. */
export function workflowText(schemaPath: string, adapter?: string): string {
  return `# yaml-language-server: $schema=${schemaPath}
#
#   agentflow run hello
#   agentflow run hello --dry-run
name: hello
description: Look around in this project and say what it is about.
interactive: false
mutates_checkout: false
${adapter === undefined ? '' : `adapter: ${adapter}\n`}
nodes:
  - id: files
    bash: ls -p | head -50

  - id: about
    depends_on: [files]
    prompt: |
      These are the files of a project:
      $files.output
      Say in three sentences what it is about, and what you would look at first.
`;
}

/** What is made by running and belongs in no repository. */
export const IGNORED = ['.agentflow/sessions/', '.agentflow/plugins/', '.agentflow/checkout.lock'];
