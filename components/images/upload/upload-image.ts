import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { PresignReply, UploadContentType, type UploadPurpose } from '@/lib/uploads/schema'
import { checksumsOf } from './checksums-of'

/** Announces a file with its checksums, PUTs it, and gives the upload's id. Throws a sentence. */
export async function uploadImage(
  file: Blob,
  purpose: UploadPurpose,
  onProgress: (part: number) => void,
): Promise<string> {
  onProgress(0)
  const { md5, sha256 } = await checksumsOf(file)
  const { upload_id, upload_url, required_headers } = await callApi(apiPaths.presign, {
    method: 'POST',
    reply: PresignReply,
    body: {
      purpose,
      content_type: UploadContentType.parse(file.type),
      content_length: file.size,
      content_md5: md5,
      checksum_sha256: sha256,
    },
  })
  await put(file, upload_url, required_headers, onProgress)
  return upload_id
}

function put(
  file: Blob,
  url: string,
  headers: Readonly<Record<string, string>>,
  onProgress: (part: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onload = () =>
      request.status < 300
        ? resolve()
        : reject(new Error(`The storage refused the file (${request.status}).`))
    request.onerror = () => reject(new Error('The storage could not be reached.'))
    request.send(file)
  })
}
