import { apiKeyRoute } from '@/lib/http/routes'
import { deleteFile, readFile } from '@/lib/work/objects/files'
import { DeletedFile, FileObject, FileParams } from '@/lib/work/objects/schema'

export const GET = apiKeyRoute(
  {
    summary: 'Get a file: its name, size and purpose',
    limit: 'task_read',
    params: FileParams,
    reply: FileObject,
    refuses: ['not_found'],
  },
  ({ caller, params }) => readFile(caller, params.id),
)

export const DELETE = apiKeyRoute(
  {
    summary: 'Delete a file',
    limit: 'task_read',
    params: FileParams,
    reply: DeletedFile,
    refuses: ['not_found', 'file_in_use'],
  },
  ({ caller, params }) => deleteFile(caller, params.id),
)
