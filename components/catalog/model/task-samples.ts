/** A task that is created, polled and read: how pictures and videos are made. */
export type TaskSample = {
  origin: string
  create: string
  read: string
  body: Readonly<Record<string, string | number>>
  everySeconds: number
  /** What to take from a task that has completed. */
  result: { typescript: string; python: string }
}

export function writeTaskCurl({ origin, create, read, body }: TaskSample): string {
  return `# Create the task. The reply has its id.
curl ${origin}${create} \\
  -H "Authorization: Bearer $PORTICO_API_KEY" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'

# Ask again until its status is "completed".
curl ${origin}${read}/$TASK_ID \\
  -H "Authorization: Bearer $PORTICO_API_KEY"`
}

export function writeTaskTypescript({
  origin,
  create,
  read,
  body,
  everySeconds,
  result,
}: TaskSample): string {
  const fields = Object.entries(body).map(([name, value]) => `    ${name}: ${quote(value)},`)
  return `const headers = {
  Authorization: \`Bearer \${process.env.PORTICO_API_KEY}\`,
  'Content-Type': 'application/json',
}

let task = await fetch('${origin}${create}', {
  method: 'POST',
  headers,
  body: JSON.stringify({
${fields.join('\n')}
  }),
}).then((response) => response.json())

while (task.status === 'queued' || task.status === 'processing') {
  await new Promise((resolve) => setTimeout(resolve, ${everySeconds}000))
  const response = await fetch(\`${origin}${read}/\${task.id}\`, { headers })
  task = await response.json()
}

console.log(task.status === 'completed' ? ${result.typescript} : task.error)`
}

export function writeTaskPython({ origin, create, read, body, everySeconds, result }: TaskSample): string {
  const fields = Object.entries(body).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`)
  return `import os
import time

import requests

session = requests.Session()
session.headers["Authorization"] = f"Bearer {os.environ['PORTICO_API_KEY']}"

task = session.post(
    "${origin}${create}",
    json={
${fields.join('\n')}
    },
).json()

while task["status"] in ("queued", "processing"):
    time.sleep(${everySeconds})
    task = session.get(f"${origin}${read}/{task['id']}").json()

print(${result.python} if task["status"] == "completed" else task["error"])`
}

function quote(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "\\'")}'`
}
