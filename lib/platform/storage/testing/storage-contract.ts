import { describeFinding } from './describe-finding'
import { describeKeeping } from './describe-keeping'
import { describeReplacing } from './describe-replacing'
import { describeSignedLinks } from './describe-signed-links'
import { describeSignedUploads } from './describe-signed-uploads'
import type { Subject } from './storage-subject'

/** What every store must do; run for each of them. */
export function describeStorage(name: string, subject: Subject): void {
  describeKeeping(name, subject)
  describeReplacing(name, subject)
  describeFinding(name, subject)
  describeSignedUploads(name, subject)
  describeSignedLinks(name, subject)
}
