import type { CodeCase, Item } from '../../suite'

type Task = {
  id: string
  /** `name(parameters)`, as the task names the function. */
  signature: string
  task: string
  cases: readonly CodeCase[]
  /** A solution that passes. */
  solution: string
}

/** A function to write in plain JavaScript. Most cases are not in the task, so that only a solution passes them. */
export function askForCode({ id, signature, task, cases, solution }: Task): Item {
  const name = signature.slice(0, signature.indexOf('('))
  const content = `Write a JavaScript function \`${signature}\`.\n\n${task}\n\nIt must not change its arguments. Answer with one code block that holds the function and whatever it needs; no imports, no exports, no examples of its use.`
  return {
    id,
    question: { messages: [{ role: 'user', content }] },
    check: { kind: 'code', name, cases },
    reference: { text: `\`\`\`js\n${solution.trim()}\n\`\`\``, calls: [] },
  }
}
