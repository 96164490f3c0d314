import { Building, ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

type OrganizationButtonProps = { name: string } & ComponentProps<typeof Button>

/** The name of the organization acted for; only an icon on phones. */
export function OrganizationButton({ name, ...rest }: OrganizationButtonProps) {
  return (
    <Button variant="ghost" className="max-w-48 min-w-0 px-2 font-normal" title={name} {...rest}>
      <Building aria-hidden="true" />
      <span className="sr-only">Organization: </span>
      <span dir="auto" className="truncate max-sm:sr-only">
        {name}
      </span>
      <ChevronsUpDown aria-hidden="true" className="text-faint-foreground max-sm:hidden" />
    </Button>
  )
}
