import type { ListMultipartUploadsCommandOutput as ListedUploads } from '@aws-sdk/client-s3'
import { storageAttempt } from '../storage-error'
import type { S3Connection } from './s3-connection'

/** Gives up uploads in parts that were begun before that time and never completed: their parts cost room and no one sees them. */
export function sweepParts({ client, sdk }: S3Connection, Bucket: string, before: Date): Promise<void> {
  return storageAttempt('sweep', async () => {
    let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
    while (next) {
      const page: ListedUploads = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, ...next }))
      for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
        if (Initiated !== undefined && Initiated < before)
          await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      next = page.IsTruncated
        ? {
            ...(page.NextKeyMarker && { KeyMarker: page.NextKeyMarker }),
            ...(page.NextUploadIdMarker && { UploadIdMarker: page.NextUploadIdMarker }),
          }
        : undefined
    }
  })
}
