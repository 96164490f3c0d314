import { readFormParts } from '@/lib/http/multipart'
import { apiKeyRoute } from '@/lib/http/routes'
import { env } from '@/lib/platform/env'
import { createFile, listFiles } from '@/lib/work/objects/files'
import { FileForm, FileList, FileListQuery, FileObject } from '@/lib/work/objects/schema'

export const POST = apiKeyRoute(
  {
    summary: 'Upload a JSONL file of requests for a batch',
    limit: 'presign',
    reads: { form: FileForm },
    reply: FileObject,
    refuses: ['storage_unavailable'],
  },
  ({ caller, exchange }) => createFile(caller, readFormParts(exchange, env().FILE_MAX_BYTES)),
)

export const GET = apiKeyRoute(
  {
    summary: 'List files that batches read and wrote, newest first',
    limit: 'task_read',
    query: FileListQuery,
    reply: FileList,
  },
  ({ caller, query }) => listFiles(caller, query),
)
