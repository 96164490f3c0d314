/** All text boxes. 16 px on touch screens, or iOS zooms in. */
export const controlStyle =
  'w-full min-w-0 rounded-md border border-input bg-card text-sm text-foreground transition-colors duration-100 placeholder:text-faint-foreground hover:border-control focus-visible:border-ring focus-visible:outline-1 focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground disabled:hover:border-input aria-invalid:border-destructive aria-invalid:outline-destructive pointer-coarse:text-[16px]'

/** The button of a select. */
export const selectStyle = `${controlStyle} flex h-8 items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-faint-foreground pointer-coarse:h-10 [&>span]:truncate`

/** Floating surfaces: menus, popovers, lists of selects. */
export const popStyle =
  'z-50 rounded-lg border border-border bg-popover text-sm text-foreground shadow-pop outline-none data-[state=open]:animate-pop-in data-[state=closed]:animate-pop-out'

/** One item of such a list. */
export const menuItemStyle =
  'relative flex min-h-7.5 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-accent data-disabled:pointer-events-none data-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0'
