'use client'

import { useMutation } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { paths } from '@/lib/client/paths'
import { setupMutation } from '@/lib/operator/admin/queries'
import type { ChangeSetupRequest, Setup, SetupStep } from '@/lib/operator/settings/schema'

type Step = { title: string; detail: string; action: string; path: string; isMarked?: true }

const steps: Record<SetupStep, Step> = {
  provider: {
    title: 'Connect a provider',
    detail: 'Paste the key of any provider, or add a server of your own.',
    action: 'Connect',
    path: paths.adminProviders,
  },
  models: {
    title: 'Publish models',
    detail: 'Choose what your customers can call.',
    action: 'Publish',
    path: paths.adminDiscover(),
  },
  prices: {
    title: 'Review prices',
    detail: 'Models have the catalog’s prices until you set your own.',
    action: 'Review',
    path: paths.adminModels,
    isMarked: true,
  },
  sign_up: {
    title: 'Decide who can sign up',
    detail: 'Open or closed, and with how much trial credit.',
    action: 'Decide',
    path: paths.adminSettings,
    isMarked: true,
  },
  payment: {
    title: 'Take payments',
    detail: 'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. Until then you can credit customers by hand.',
    action: 'Set the fee',
    path: paths.adminSettings,
    isMarked: true,
  },
}

/** The way of a new installation to its first customer, until it is done or dismissed. */
export function SetupPanel({ setup }: { setup: Setup }) {
  const change = useMutation(setupMutation())
  const send = (body: ChangeSetupRequest) =>
    change.mutate(body, { onError: (error) => toast.error(error.message) })
  const open = setup.steps.filter(({ is_done }) => !is_done)
  if (setup.is_dismissed || open.length === 0) return null
  return (
    <Panel aria-label="Set up this gateway">
      <PanelHeader
        title="Set up this gateway"
        description={`${setup.steps.length - open.length} of ${setup.steps.length} steps done.`}
        actions={
          <Button variant="ghost" size="sm" onClick={() => send({ is_dismissed: true })}>
            Dismiss
          </Button>
        }
      />
      <ol className="divide-y divide-border">
        {setup.steps.map(({ id, is_done }) => (
          <StepItem
            key={id}
            step={steps[id]}
            isDone={is_done}
            isNext={id === open[0]?.id}
            isBusy={change.isPending}
            onMark={() => send({ done: id })}
          />
        ))}
      </ol>
    </Panel>
  )
}

type StepItemProps = { step: Step; isDone: boolean; isNext: boolean; isBusy: boolean; onMark: () => void }

function StepItem({ step, isDone, isNext, isBusy, onMark }: StepItemProps) {
  const { title, detail, action, path, isMarked } = step
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <Icon
        className={isDone ? 'size-4 shrink-0 text-success-text' : 'size-4 shrink-0 text-faint-foreground'}
        aria-hidden="true"
      />
      <span className="min-w-48 flex-1">
        <span className="block text-sm font-medium">
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
        <span className="block text-sm text-muted-foreground">{detail}</span>
      </span>
      {isMarked && !isDone && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Mark as done: ${title}`}
          disabled={isBusy}
          onClick={onMark}
        >
          Mark as done
        </Button>
      )}
      <Button variant={isNext ? 'default' : 'outline'} size="sm" asChild>
        <Link href={path} aria-label={`${action}: ${title}`}>
          {action}
        </Link>
      </Button>
    </li>
  )
}
