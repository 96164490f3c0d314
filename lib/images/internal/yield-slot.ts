import type { TaskRow } from '../repository'
import { unadmit } from '../work-repository'
import { admitSoon } from './admit-tasks'

/** While a task waits for its next try, which may be minutes, another of its customer's has its slot. */
export async function yieldSlot(task: TaskRow): Promise<void> {
  await unadmit(task.id, task.run)
  admitSoon(task.customer_id)
}
