import type { ReactNode } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { Panel, PanelBody, PanelHeader } from '@/components/ui/panel'
import { formatNumber } from '@/lib/client/format/number'
import type { OperatorModel } from '@/lib/operators/catalog-schema'
import { kindNames } from './model-table'

const sources = {
  builtin: 'Built-in catalog',
  file: 'PROVIDERS_FILE',
  found: 'Local server',
  operator: 'By hand',
}

/** What the catalog says of a model. */
export function ModelFacts({ model }: { model: OperatorModel }) {
  const capabilities = Object.keys(model.capabilities).length > 0
  return (
    <Panel>
      <PanelHeader title="What it is" description="As the catalog's files describe it." />
      <PanelBody className="flex flex-col gap-4">
        {model.description && <p className="max-w-2xl text-sm text-muted">{model.description}</p>}
        <dl className="grid grid-cols-[9rem_minmax(0,1fr)] gap-y-2 text-sm [&_dt]:text-faint">
          <Fact name="Kind">{kindNames[model.modality]}</Fact>
          <Fact name="Made by">{model.owned_by}</Fact>
          <Fact name="Written in">{sources[model.source]}</Fact>
          {model.context_length !== null && (
            <Fact name="Context">{formatNumber(model.context_length)} tokens</Fact>
          )}
          {model.max_output_tokens !== null && (
            <Fact name="Longest answer">{formatNumber(model.max_output_tokens)} tokens</Fact>
          )}
          {model.supported_parameters.length > 0 && (
            <Fact name="Parameters">
              <span className="font-mono text-xs break-words">{model.supported_parameters.join(', ')}</span>
            </Fact>
          )}
        </dl>
        {capabilities && (
          <section className="flex min-w-0 flex-col gap-2">
            <h3 className="text-sm text-faint">Capabilities</h3>
            <CodeBlock code={JSON.stringify(model.capabilities, null, 2)} language="json" />
          </section>
        )}
      </PanelBody>
    </Panel>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
