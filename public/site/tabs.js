// Tabs: a click or the arrow keys choose one, and its panel alone is shown.
addEventListener('click', ({ target }) => {
  const tab = target.closest?.('[role="tab"]')
  if (tab) choose(tab)
})

addEventListener('keydown', (event) => {
  const tab = event.target.closest?.('[role="tab"]')
  if (!tab) return
  const tabs = siblings(tab)
  const place = tabs.indexOf(tab)
  const next = {
    ArrowLeft: (place - 1 + tabs.length) % tabs.length,
    ArrowRight: (place + 1) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }[event.key]
  if (next === undefined) return
  event.preventDefault()
  choose(tabs[next])
  tabs[next].focus()
})

function siblings(tab) {
  return [...tab.closest('[role="tablist"]').querySelectorAll('[role="tab"]')]
}

function choose(chosen) {
  for (const tab of siblings(chosen)) {
    const isChosen = tab === chosen
    tab.setAttribute('aria-selected', String(isChosen))
    tab.tabIndex = isChosen ? 0 : -1
    document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen
  }
}
