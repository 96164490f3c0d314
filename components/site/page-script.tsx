type PageScriptProps = {
  /** A file of public/site. */
  name: 'chart' | 'filters' | 'links' | 'menu' | 'scroll' | 'tabs' | 'theme'
}

/** A piece of behaviour that the public pages have without the framework: once a page, however often it is named. */
export function PageScript({ name }: PageScriptProps) {
  return <script async type="module" src={`/site/${name}.js`} />
}
