/** What a model takes, in a few words, and who says so. */
import { abilities } from '@portolan/contract/model-facts';
import type { ModelFacts } from '@portolan/contract/model-facts';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { Format } from '@portolan/i18n/format';

export function factWords(facts: ModelFacts, t: Catalogue, format: Format): string[] {
  const { models: words } = t.providers;
  return [
    ...abilities.filter((ability) => facts[ability].value).map((ability) => words.abilities[ability]),
    words.window(format.number(facts.window.tokens)),
    facts.price === null ? words.noPrice : words.price(format.money(facts.price.input), format.money(facts.price.output)),
  ];
}
