import { apiKeyRoute } from '@/lib/http/routes'
import { listTasks } from '@/lib/images/history'
import { ImageTaskList, ImageTaskListQuery } from '@/lib/images/schema'

export const GET = apiKeyRoute(
  {
    summary: 'Image tasks that can be read, newest first',
    limit: 'task_read',
    query: ImageTaskListQuery,
    reply: ImageTaskList,
    refuses: ['invalid_cursor'],
  },
  ({ caller, query }) => listTasks(caller, query),
)
