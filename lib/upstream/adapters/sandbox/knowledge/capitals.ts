/** Country → capital. */
export const capitals: Readonly<Record<string, string>> = Object.fromEntries(
  'France:Paris|Germany:Berlin|Spain:Madrid|Italy:Rome|Portugal:Lisbon|Poland:Warsaw|Austria:Vienna|Belgium:Brussels|the Netherlands:Amsterdam|Switzerland:Bern|Sweden:Stockholm|Norway:Oslo|Denmark:Copenhagen|Finland:Helsinki|Iceland:Reykjavík|Ireland:Dublin|the United Kingdom:London|England:London|Scotland:Edinburgh|Greece:Athens|Turkey:Ankara|Hungary:Budapest|the Czech Republic:Prague|Romania:Bucharest|Bulgaria:Sofia|Ukraine:Kyiv|Russia:Moscow|Japan:Tokyo|China:Beijing|South Korea:Seoul|India:New Delhi|Thailand:Bangkok|Vietnam:Hanoi|Indonesia:Jakarta|Philippines:Manila|Australia:Canberra|New Zealand:Wellington|Canada:Ottawa|the United States:Washington, D.C.|Mexico:Mexico City|Brazil:Brasília|Argentina:Buenos Aires|Chile:Santiago|Peru:Lima|Colombia:Bogotá|Egypt:Cairo|Kenya:Nairobi|Nigeria:Abuja|Ghana:Accra|Ethiopia:Addis Ababa|Morocco:Rabat'
    .split('|')
    .map((pair) => pair.split(':')),
)
