import Link from 'next/link'
import { PageIntro, PageSection } from '@/components/site/page-section'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import type { UnconnectedModel } from '@/lib/catalog/models/schema'
import { paths } from '@/lib/client/paths'

/** Links to where an operator adds a provider's key. */
export function ConnectLink({ provider }: { provider: { id: string; name: string } }) {
  return (
    <Button variant="outline" asChild size="sm">
      <Link
        prefetch={false}
        href={paths.connectProvider(provider.id)}
        aria-label={`Connect ${provider.name}`}
      >
        Connect
      </Link>
    </Button>
  )
}

/** For operators: models whose provider lacks a key, by provider. */
export function UnconnectedModels({ models }: { models: readonly UnconnectedModel[] }) {
  const providers = new Map(models.flatMap((model) => model.providers.map((one) => [one.id, one])))
  if (providers.size === 0) return null
  return (
    <PageSection
      id="unconnected"
      title="Available once connected"
      lead="Only visible to operators. Add a provider key to make its models available."
    >
      <Panel>
        <ul className="divide-y divide-border">
          {[...providers.values()].map((provider) => (
            <li key={provider.id} className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <h3 className="font-medium">{provider.name}</h3>
                <p className="text-sm break-words text-muted-foreground">
                  {models
                    .filter((model) => model.providers.some(({ id }) => id === provider.id))
                    .map((model, index) => (
                      <span key={model.id}>
                        {index > 0 && ', '}
                        <Link
                          prefetch={false}
                          href={paths.model(model.id)}
                          className="press-line rounded-xs underline-offset-3 hover:text-foreground hover:underline"
                        >
                          {model.name}
                        </Link>
                      </span>
                    ))}
                </p>
              </div>
              <ConnectLink provider={provider} />
            </li>
          ))}
        </ul>
      </Panel>
    </PageSection>
  )
}

type UnconnectedModelPageProps = { model: UnconnectedModel; isOperator: boolean }

/** The page of a catalog model that is not available. */
export function UnconnectedModelPage({ model, isOperator }: UnconnectedModelPageProps) {
  return (
    <article>
      <PageIntro
        title={model.name}
        up={{ label: 'Models', href: paths.models }}
        facts={<code className="font-mono text-sm break-all text-muted-foreground">{model.id}</code>}
      />
      <div className="flex flex-col gap-3 px-5 pb-8 sm:px-8">
        {isOperator ? (
          <ConnectFirst model={model} />
        ) : (
          <Alert title="Not available">This model is currently not available on this gateway.</Alert>
        )}
      </div>
    </article>
  )
}

function ConnectFirst({ model: { id, providers } }: { model: UnconnectedModel }) {
  if (providers.length === 0)
    return (
      <Alert
        title="No active route"
        action={
          <Button variant="outline" asChild size="sm">
            <Link prefetch={false} href={paths.adminModel(id)}>
              View routes
            </Link>
          </Button>
        }
      >
        The model, its providers or its routes are disabled, or it has no price.
      </Alert>
    )
  return providers.map((provider) => (
    <Alert key={provider.id} title="Available once connected" action={<ConnectLink provider={provider} />}>
      {provider.name} offers this model but has no key yet.
    </Alert>
  ))
}
