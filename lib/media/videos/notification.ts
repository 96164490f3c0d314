import { findPlannedRoute } from '@/lib/gateway/routing/own-keys'
import { AppError } from '@/lib/platform/errors'
import { wakeWorkers } from '@/lib/platform/jobs/job-queue'
import { videoModelFor } from '@/lib/upstream/registry'
import { digestOfNotification } from './internal/start-task'
import { isTaskId, videoTable } from './internal/task-record'
import { findNotified, hastenByNotification } from './turn-repository'

/**
 * An upstream says that something has changed. It is not trusted: the task's next turn is due at once, and asks the
 * upstream itself. Only its name for the task is, where none is stored: the worker that started the task died before
 * it could, and the next start would have it filmed twice. Throws 404 for a link that is not one of ours or whose task is
 * over.
 */
export async function receiveNotification(
  id: string,
  secret: string,
  body: Buffer,
): Promise<{ received: true }> {
  const digest = digestOfNotification(secret)
  const task = isTaskId(id) ? await findNotified(id, digest) : undefined
  if (task === undefined) throw new AppError('not_found')
  const handle = task.handle ?? handleIn(body, task)
  // To hasten a task that is not known to be accepted would be to start it again.
  if (handle === null) return { received: true }
  if (!(await hastenByNotification(id, digest, handle))) throw new AppError('not_found')
  wakeWorkers(videoTable.name)
  return { received: true }
}

type Notified = NonNullable<Awaited<ReturnType<typeof findNotified>>>

function handleIn(body: Buffer, { customerId, routes, notificationRouteId }: Notified): string | null {
  const planned = routes.find(({ routeId }) => routeId === notificationRouteId)
  const route = planned && findPlannedRoute(customerId, planned)
  return (route && videoModelFor(route.target).readNotification?.(body, route.upstreamId)) ?? null
}
