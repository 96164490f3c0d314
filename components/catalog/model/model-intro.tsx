import Link from 'next/link'
import { formatUtcDay } from '@/components/site/format-utc'
import { PageIntro } from '@/components/site/page-intro'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import type { ListedModel } from '@/lib/catalog/schema'
import { paths } from '@/lib/client/paths'
import { writeListingQuery } from '../listing/listing-query'
import { ModalityBadge } from '../modality-badge'
import { tryItPath } from '../try-it-path'

type ModelIntroProps = { model: ListedModel }

/** What a model is called and what it is, and what to do with it first. */
export function ModelIntro({ model }: ModelIntroProps) {
  return (
    <PageIntro
      title={model.name}
      up={{ label: 'Models', href: paths.models }}
      facts={<Facts model={model} />}
      lead={model.description && `${model.description}.`}
      actions={<Actions model={model} />}
    />
  )
}

function Facts({ model }: ModelIntroProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex min-w-0 items-center gap-0.5">
        <code className="min-w-0 font-mono text-sm break-all text-muted">{model.id}</code>
        <CopyButton value={model.id} what="the model’s id" />
      </span>
      <ModalityBadge modality={model.modality} />
      <span className="text-xs text-faint">
        Released {formatUtcDay(new Date(model.created * 1000).toISOString())}
      </span>
    </div>
  )
}

function Actions({ model }: ModelIntroProps) {
  return (
    <>
      {model.modality !== 'embedding' && (
        <Button asChild variant="primary" size="lg">
          <Link prefetch={false} href={tryItPath(model)}>
            Try it
          </Link>
        </Button>
      )}
      <Button asChild size="lg">
        <Link prefetch={false} href={`${paths.models}${writeListingQuery({ compare: [model.id] })}`}>
          Compare
        </Link>
      </Button>
    </>
  )
}
