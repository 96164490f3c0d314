'use client'

import { useMutation } from '@tanstack/react-query'
import { type FieldErrors, type UseFormRegister, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormText } from '@/components/forms/text-field'
import { useApiForm } from '@/components/forms/use-api-form'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table'
import { toast } from '@/components/ui/toast'
import { orderRoutesMutation } from '@/lib/operator/admin/catalog-queries'
import type { OperatorModel, OperatorRoute } from '@/lib/operator/admin/catalog-schema'
import { obstacleSentences } from './route-panel'

/** Edits the order in which routes are tried, and how routes of one rank share requests. */
export function RouteOrderPanel({ model: { id, routes } }: { model: OperatorModel }) {
  const order = useMutation(orderRoutesMutation())
  const { register, control, reset, submit, formState } = useApiForm({
    schema: RouteOrder,
    defaultValues: { routes: typedOrder(routes) },
    send: async (typed) => {
      await order.mutateAsync({ model_id: id, routes: typed.routes })
      toast.success('Order saved')
    },
  })
  const { errors, isDirty } = formState
  const typed = useWatch({ control, name: 'routes' })
  const goBack = () =>
    order.mutate({ model_id: id, routes: null }, { onSuccess: () => toast.success('Order reset') })
  return (
    <Panel>
      <PanelHeader
        title="Route order"
        description="The lowest number is tried first. Routes with the same number share requests by weight; higher numbers are fallbacks."
      />
      <form onSubmit={submit} noValidate>
        <OrderTable routes={routes} typed={typed} register={register} errors={errors} />
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-border p-3">
          {order.error && (
            <Alert tone="danger" className="w-full">
              {order.error.message}
            </Alert>
          )}
          {routes.some(({ is_ordered_by_operator }) => is_ordered_by_operator) && (
            <Button variant="outline" className="mr-auto" disabled={order.isPending} onClick={goBack}>
              Reset to catalog order
            </Button>
          )}
          {isDirty && (
            <Button variant="outline" disabled={order.isPending} onClick={() => reset()}>
              Undo
            </Button>
          )}
          <Button type="submit" variant="default" disabled={!isDirty} loading={order.isPending}>
            Save order
          </Button>
        </div>
      </form>
    </Panel>
  )
}

type TypedOrder = z.input<typeof RouteOrder>

type OrderTableProps = {
  routes: readonly OperatorRoute[]
  typed: TypedOrder['routes']
  register: UseFormRegister<TypedOrder>
  errors: FieldErrors<TypedOrder>
}

function OrderTable({ routes, typed, register, errors }: OrderTableProps) {
  return (
    <Table label="Route order">
      <TableHeader>
        <tr>
          <TableHead>Provider</TableHead>
          <TableHead className="w-24">Order</TableHead>
          <TableHead className="w-24">Weight</TableHead>
          <TableHead numeric className="w-32 max-sm:hidden">
            Share
          </TableHead>
        </tr>
      </TableHeader>
      <TableBody>
        {routes.map(({ id, provider_name: name, obstacle }, index) => (
          <TableRow key={id}>
            <TableCell className="max-w-0">
              <span className="block truncate font-medium">{name}</span>
              {obstacle && (
                <span className="block truncate text-xs text-faint-foreground">
                  {obstacleSentences[obstacle]}
                </span>
              )}
            </TableCell>
            <TableCell>
              <FormText
                label={`Order of ${name}`}
                hideLabel
                registration={register(`routes.${index}.priority`)}
                error={errors.routes?.[index]?.priority?.message}
                inputMode="numeric"
                className="figures"
              />
            </TableCell>
            <TableCell>
              <FormText
                label={`Weight of ${name}`}
                hideLabel
                registration={register(`routes.${index}.weight`)}
                error={errors.routes?.[index]?.weight?.message}
                inputMode="numeric"
                className="figures"
              />
            </TableCell>
            <TableCell numeric className="text-muted-foreground max-sm:hidden">
              {shareOf(index, typed, routes)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const wholeNumber = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'Enter a whole number.')
  .transform(Number)

/** The typed order, parsed into the request. */
export const RouteOrder = z.object({
  routes: z.array(
    z.object({
      id: z.string(),
      priority: wholeNumber,
      weight: wholeNumber.refine((weight) => weight >= 1, {
        error: 'The weight must be at least 1.',
      }),
    }),
  ),
})

/** Ranks counted from 1: the catalog's numbers may have gaps, and only their order matters. */
export function typedOrder(routes: readonly OperatorRoute[]): TypedOrder['routes'] {
  const ranks = [...new Set(routes.map(({ priority }) => priority))].sort((a, b) => a - b)
  return routes.map(({ id, priority, weight }) => ({
    id,
    priority: String(ranks.indexOf(priority) + 1),
    weight: String(weight),
  }))
}

/** The share of requests that a route gets while all routes work. */
export function shareOf(
  index: number,
  typed: TypedOrder['routes'],
  routes: readonly Pick<OperatorRoute, 'obstacle'>[],
): string {
  if (routes[index]?.obstacle !== null) return 'None'
  const read = RouteOrder.shape.routes.safeParse(typed)
  const route = read.data?.[index]
  if (!read.success || !route) return '–'
  const tried = read.data.filter((_, index) => routes[index]?.obstacle === null)
  if (tried.some(({ priority }) => priority < route.priority)) return 'Fallback'
  const sum = tried
    .filter(({ priority }) => priority === route.priority)
    .reduce((total, { weight }) => total + weight, 0)
  return `${Math.round((route.weight / sum) * 100)}%`
}
