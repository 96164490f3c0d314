/** What every box that takes text looks like. 16 px on touch screens, or iOS zooms in. */
export const controlStyle =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-sm text-ink transition-colors duration-100 placeholder:text-faint hover:border-control focus-visible:border-focus focus-visible:outline-1 focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line-strong aria-invalid:border-danger aria-invalid:outline-danger pointer-coarse:text-[16px]'
