import { apiPaths } from '@/lib/client/paths'
import { DocsSection } from './docs-section'

export function ReferenceSection({ origin }: { origin: string }) {
  return (
    <DocsSection id="reference">
      <p>
        Every address with its fields is described by the OpenAPI 3.1 document at{' '}
        <a href={apiPaths.openApi} className="text-accent-text underline underline-offset-3">
          {origin}
          {apiPaths.openApi}
        </a>
        . It is made of the same declarations that check your requests, so the two cannot differ. Feed it to
        the generator of your choice.
      </p>
    </DocsSection>
  )
}
