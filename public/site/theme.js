// Follows the system's theme while the page is open, and what another tab chooses. What it begins with is set before the
// first paint, by the theme's own script in the page.
const system = matchMedia('(prefers-color-scheme: dark)')

function follow() {
  const chosen = localStorage.getItem('theme') ?? 'system'
  const theme = chosen === 'system' ? (system.matches ? 'dark' : 'light') : chosen
  document.documentElement.dataset.theme = theme
  document.documentElement.style.colorScheme = theme
}

system.addEventListener('change', follow)
addEventListener('storage', ({ key }) => {
  if (key === 'theme') follow()
})
