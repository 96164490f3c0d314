import Link from 'next/link'
import type { ReactNode } from 'react'
import { Dash } from '@/components/data/dash'
import { NativeCheck } from '@/components/forms/native-check'
import { cn } from '@/components/ui/cn'
import { paths } from '@/lib/client/paths'
import { ModalityBadge } from '../modality-badge'
import { PriceFigure } from '../price/price-figure'
import { modelColumns } from './model-columns'
import type { ModelLine } from './to-model-line'

type ModelRowProps = {
  model: ModelLine
  chosen: boolean
  /** Four stand side by side already. */
  full: boolean
}

/** A model in the list: a line of a table where there is room, else a card. */
export function ModelRow({ model, chosen, full }: ModelRowProps) {
  return (
    <li className={`relative ${modelColumns} px-5 py-3.5 hover:bg-hover/60 sm:px-8 lg:px-6`}>
      <NativeCheck
        name="compare"
        value={model.id}
        label={`Compare ${model.name}`}
        hideLabel
        defaultChecked={chosen}
        disabled={full && !chosen}
        className="z-10 min-h-0 self-start pt-1 pointer-coarse:min-h-0"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          <Link
            href={paths.model(model.id)}
            prefetch={false}
            className="min-w-0 rounded-xs text-base font-medium break-words text-ink after:absolute after:inset-0 hover:underline hover:decoration-line-strong hover:underline-offset-3"
          >
            {model.name}
          </Link>
          <ModalityBadge modality={model.modality} />
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-xs text-faint">
          <span className="font-mono break-all">{model.id}</span>
          <span>
            <span className="sr-only">Served by </span>
            {model.providers}
          </span>
        </p>
        {model.description && <p className="mt-1.5 max-w-lg text-sm text-muted">{model.description}</p>}
      </div>
      <Figures model={model} />
    </li>
  )
}

function Figures({ model }: { model: ModelLine }) {
  return (
    <dl className="figures contents text-sm max-lg:col-start-2 max-lg:mt-3 max-lg:flex max-lg:flex-wrap max-lg:gap-x-6 max-lg:gap-y-2">
      <Fact name="Context" isMissing={model.context === null}>
        {model.context === null ? (
          <Dash words="not stated" />
        ) : (
          <>
            <span className="block text-ink" title={`${model.context.full} tokens`}>
              {model.context.short}
            </span>
            <span className="block text-xs text-faint">tokens</span>
          </>
        )}
      </Fact>
      <Fact name="Input" isMissing={model.input === null}>
        <PriceFigure price={model.input} />
      </Fact>
      <Fact name="Output" isMissing={model.output === null}>
        <PriceFigure price={model.output} />
      </Fact>
    </dl>
  )
}

type FactProps = { name: string; isMissing: boolean; children: ReactNode }

/** A dash keeps its place in a column; in a card there is none to keep. */
function Fact({ name, isMissing, children }: FactProps) {
  return (
    <div className={cn('lg:text-right', isMissing && 'max-lg:hidden')}>
      <dt className="text-xs text-faint lg:sr-only">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
