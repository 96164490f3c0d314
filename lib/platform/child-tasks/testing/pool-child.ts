import { getPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type ReportProgress, serveTasks } from '../serve-tasks'
import { type PoolResult, PoolTask } from './pool-task'

async function run({ act, bytes }: PoolTask, report: ReportProgress): Promise<PoolResult> {
  if (act === 'throw') throw new Error('as told')
  for (; act === 'wait'; await pause(5)) await report(process.pid)
  return { pid: process.pid, niceness: getPriority(), bytes }
}

serveTasks({ task: PoolTask, run })
