/** What every box that takes text looks like. 16 px on touch screens, or iOS zooms in. */
export const controlStyle =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-sm text-ink transition-colors duration-100 placeholder:text-faint hover:border-control focus-visible:border-focus focus-visible:outline-1 focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line-strong aria-invalid:border-danger aria-invalid:outline-danger pointer-coarse:text-[16px]'

/** The button of a select. */
export const selectStyle = `${controlStyle} flex h-8 items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-faint pointer-coarse:h-10 [&>span]:truncate`
