import Link from 'next/link'
import { StatusDot } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { PressableRow } from '@/components/ui/pressable-row'
import { Table, TableBody, TableCell, TableHead, TableHeader } from '@/components/ui/table'
import { paths } from '@/lib/client/paths'
import type { OperatorModelItem } from '@/lib/operators/catalog-schema'
import { CatalogSwitch } from '../catalog-switch'
import { priceInShort } from './price-lines'

export const kindNames = { chat: 'Chat', embedding: 'Embeddings', image: 'Images', video: 'Videos' }

const states = {
  callable: { tone: 'success', word: 'Callable' },
  unavailable: { tone: 'neutral', word: 'Unavailable' },
  disabled: { tone: 'warning', word: 'Switched off' },
} as const

export function ModelTable({ models }: { models: readonly OperatorModelItem[] }) {
  return (
    <Table label="Models" className="table-fixed">
      <TableHeader>
        <tr>
          <TableHead className="md:w-[34%]">Model</TableHead>
          <TableHead className="w-[11%] max-md:hidden">Kind</TableHead>
          <TableHead className="w-[14%] max-md:hidden">State</TableHead>
          <TableHead className="w-[20%] max-lg:hidden">Providers</TableHead>
          <TableHead className="w-[21%] max-md:hidden">Price</TableHead>
          <TableHead numeric className="w-16">
            On
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {models.map((model) => (
          <ModelRow key={model.id} model={model} />
        ))}
      </TableBody>
    </Table>
  )
}

function ModelRow({ model }: { model: OperatorModelItem }) {
  return (
    <PressableRow className="h-13">
      <TableCell>
        <Link
          href={paths.adminModel(model.id)}
          className="press-line block truncate rounded-xs font-medium decoration-line-strong underline-offset-3 hover:underline"
        >
          {model.name}
        </Link>
        <span className="block truncate font-mono text-2xs text-faint" title={model.id}>
          {model.id}
        </span>
        <span className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted md:hidden">
          <State state={model.state} />
          {model.pricing && <span className="figures">{priceInShort(model.pricing)}</span>}
        </span>
      </TableCell>
      <TableCell className="text-muted max-md:hidden">{kindNames[model.modality]}</TableCell>
      <TableCell className="max-md:hidden">
        <State state={model.state} />
      </TableCell>
      <TableCell className="max-lg:hidden">
        <Providers providers={model.providers} />
      </TableCell>
      <TableCell className="figures truncate text-xs text-muted max-md:hidden">
        {model.pricing ? priceInShort(model.pricing) : '–'}
      </TableCell>
      <TableCell className="text-right">
        <CatalogSwitch
          type="model"
          id={model.id}
          name={model.name}
          enabled={model.enabled}
          consequence="Nobody can call it any more, at once and on every node. Tasks under way are finished."
        />
      </TableCell>
    </PressableRow>
  )
}

function State({ state }: Pick<OperatorModelItem, 'state'>) {
  const { tone, word } = states[state]
  return <StatusDot tone={tone}>{word}</StatusDot>
}

/** In the order in which they are tried; those that cannot be asked now are pale. */
function Providers({ providers }: Pick<OperatorModelItem, 'providers'>) {
  return (
    <span className="line-clamp-2 text-xs" title={providers.map(({ id }) => id).join(', ')}>
      {providers.map(({ id, is_callable }, place) => (
        <span key={id} className={cn(is_callable ? 'text-ink' : 'text-faint')}>
          {place > 0 && ', '}
          {id}
          {!is_callable && <span className="sr-only"> (not asked)</span>}
        </span>
      ))}
    </span>
  )
}
