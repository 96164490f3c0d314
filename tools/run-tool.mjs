// Runs a tool to its end; what it started goes with it, also when somebody stops it.
import { runCommand } from '../scripts/steps/command.mjs'
import { onStopRequest, stopAll } from '../scripts/steps/stop.mjs'

export function runTool(work) {
  onStopRequest(
    () => stopAll().then(() => process.exit(130)),
    () => process.exit(130),
  )
  return runCommand(work)
}
