import { fileReply } from '@/lib/http/replies'
import { apiKeyRoute } from '@/lib/http/routes'
import { openFile } from '@/lib/work/objects/files'
import { FileParams } from '@/lib/work/objects/schema'

export const GET = apiKeyRoute(
  {
    summary: 'Download a file, whole or in ranges',
    limit: 'task_read',
    params: FileParams,
    file: ['application/jsonl'],
    refuses: ['not_found', 'storage_unavailable'],
  },
  async ({ caller, params, exchange }) => fileReply(exchange, await openFile(caller, params.id)),
)
