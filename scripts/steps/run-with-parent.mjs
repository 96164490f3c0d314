// Runs a program as long as our parent lives: `node run-with-parent.mjs <command> <parameter…>`. Otherwise the install or build of a
// killed start would continue beside that of the next one.
import { spawn } from 'node:child_process'

const [command, ...parameters] = process.argv.slice(2)
const endGroup = () => process.kill(-process.pid, 'SIGKILL') // we lead the program's process group
process.on('disconnect', endGroup)

const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.once('exit', (code) => process.exit(code ?? 1))
