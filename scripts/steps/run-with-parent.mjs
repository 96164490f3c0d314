// Runs a program for as long as our parent lives: `node run-with-parent.mjs <command> <parameter…>`. Were the parent killed, an
// `npm ci` or a build of its would otherwise go on and meet the one that the next start begins.
import { spawn } from 'node:child_process'

const [command, ...parameters] = process.argv.slice(2)
const endGroup = () => process.kill(-process.pid, 'SIGKILL') // we lead the group that the program is in
process.on('disconnect', endGroup)

const child = spawn(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] })
child.once('error', (error) => {
  console.error(error.message)
  process.exit(127)
})
child.once('exit', (code) => process.exit(code ?? 1))
