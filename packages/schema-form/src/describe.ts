import type { Catalogue } from '@portolan/i18n/catalogue-type';
import type { Json } from './json.ts';
import { showValue } from './plan.ts';
import type { Problem } from './validate.ts';

/** The words of a form, as the catalogues have them under `forms`. */
export type FormLabels = Catalogue['forms'];

/** A problem in plain words. Never the validator's own sentence. */
export function describeProblem({ keyword, limit }: Problem, labels: FormLabels): string {
  const { errors } = labels;
  const number = typeof limit === 'number' ? limit : 0;
  switch (keyword) {
    case 'required':
    case 'uniqueItems':
    case 'contains':
    case 'enum':
    case 'additionalProperties':
    case 'propertyNames':
    case 'anyOf':
    case 'oneOf':
    case 'not':
    case 'forbidden':
    case 'notANumber':
    case 'unsafeInteger':
    case 'duplicateName':
    case 'tooComplex':
      return errors[keyword];
    case 'minContains':
    case 'maxContains':
      return errors.contains;
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      return errors[keyword](number);
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return errors[keyword](showValue(limit ?? null));
    case 'pattern':
      return errors.pattern(showValue(limit ?? ''));
    case 'const':
      return errors.const(showValue(limit ?? null));
    case 'dependentRequired':
      return errors.dependentRequired(showValue(limit ?? ''));
    case 'type':
      return typeText(limit, labels);
    case 'format':
      return formatText(limit, labels);
    case 'json':
      return labels.jsonInvalid;
    default:
      return errors.other(keyword);
  }
}

function typeText(limit: Json | undefined, { errors: { type } }: FormLabels): string {
  const name = Array.isArray(limit) ? limit.find((one) => one !== 'null') : limit;
  switch (name) {
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'array':
    case 'object':
    case 'null':
      return type[name];
    default:
      return type.other;
  }
}

function formatText(limit: Json | undefined, { errors: { format } }: FormLabels): string {
  switch (limit) {
    case 'email':
    case 'uri':
    case 'date':
    case 'date-time':
    case 'time':
    case 'uuid':
    case 'ipv4':
    case 'ipv6':
      return format[limit];
    default:
      return format.other(showValue(limit ?? ''));
  }
}
