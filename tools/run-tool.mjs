// Runs a tool to its end and stops what it started, also when it is interrupted.
import { runCommand } from '../scripts/steps/command.mjs'
import { onStopRequest, stopAll } from '../scripts/steps/stop.mjs'

export function runTool(work) {
  onStopRequest(
    () => stopAll().then(() => process.exit(130)),
    () => process.exit(130),
  )
  return runCommand(work)
}
