import { errorTexts, has, isUntrusted, list, megabytes, text, tooMuchAtOnce, type ErrorDetails } from '../error-details.ts';
import { signInError } from './sign-in-errors.ts';
import { entryReason } from './entry-reasons.ts';

type D = ErrorDetails;
const server = (d: D): string => text(d, 'server', 'The server');
const theServer = (d: D): string => text(d, 'server', 'the server');
const provider = (d: D): string => text(d, 'provider', 'The provider');
const untrustedNext = 'Its certificate comes from an authority that is not known here, as with companies that look into their traffic. Choose your company’s certificate file under Settings, “Network”.';
const model = (d: D): string => text(d, 'model', 'the model');

function modelFileReason(reason: string): string {
  const reasons: Record<string, string> = {
    missing: 'The file is not there any more. Open it again from where it is now.',
    unreadable: 'It cannot be read. Check that you may open it.',
    'not-a-file': 'It is a folder or a device, not a file.',
    'not-gguf': 'It is no GGUF file. Models come as other kinds of files too, which Portolan does not run.',
    version: 'It is of a version of the format that is not known here.',
    truncated: 'It is cut off or damaged. Download it again.',
    damaged: 'Its header is damaged, or was made to do harm. Nothing of it was run.',
    'not-a-language-model': 'It is part of a model, or a model that does not write text.',
    'first-part': 'It is one of several parts. Open the first one, and keep the others beside it.',
    'part-missing': 'It is made of several parts, and not all of them are in the same folder.',
    refused: 'The part that runs models cannot load it. Its reason is below.',
  };
  return reasons[reason] ?? 'Choose another file.';
}

/** A text for every error code of the contract: what happened, and what to do. */
export const errors = {
  title: 'Something did not work',
  showLog: 'Show technical text',
  codes: errorTexts({
    'unknown-method': {
      what: (d) => `The host does not know “${text(d, 'method', 'this request')}”.`,
      next: () => 'The window and the host are of different versions. Restart Portolan.',
    },
    'invalid-input': {
      what: (d) => (has(d, 'subject') ? `“${text(d, 'subject', '')}” is not valid.` : 'Something that was entered is not valid.'),
      next: (d) =>
        ({
          'not-a-url': 'Write a full address such as https://example.com/mcp.',
          scheme: 'The address must begin with http:// or https://.',
          'header-name': 'A header name has only letters, digits and hyphens.',
          'header-value': 'The value has a character that a header cannot carry.',
          'proxy-address': 'Write the address of an HTTP proxy, such as http://proxy.example:8080.',
          'username-colon': 'A user name for a proxy cannot have a colon in it.',
          'folder-missing': 'There is no such folder.',
          'folder-relative': 'Write the whole path of the folder, from the root or from ~.',
          'certificates-missing': 'There is no such file.',
          'certificates-not-readable': 'This file cannot be read.',
          'certificates-no-certificates': 'There is no certificate in this file. It has to be in PEM form: text with “BEGIN CERTIFICATE”.',
          'certificates-too-large': 'The file is far too large for certificates.',
        })[text(d, 'reason', '')] ?? 'Correct it and try again. Nothing was changed.',
    },
    'invalid-output': {
      what: () => 'The host’s answer was too large or not readable.',
      next: () => 'Try again. If it stays, restart Portolan.',
    },
    internal: {
      what: () => 'A fault in Portolan itself.',
      next: () => 'Try again. The details below help whoever repairs it.',
    },
    cancelled: { what: () => 'It was cancelled.', next: () => 'Start it again when you want to.' },
    'host-gone': {
      what: () => 'The host has stopped or cannot be reached.',
      next: () => 'The window connects again by itself. If it does not, restart Portolan. What was saved is kept.',
    },
    'too-many-requests': {
      what: () => 'Too much was asked at once.',
      next: () => 'Wait a moment and try again.',
    },
    'server-unknown': {
      what: (d) => `There is no server “${text(d, 'server', text(d, 'serverId', '?'))}” any more.`,
      next: () => 'It was removed, here or in the configuration file. Add it again if you need it.',
    },
    'conversation-unknown': {
      what: () => 'This chat no longer exists.',
      next: () => 'Look in the history, or start a new one.',
    },
    'project-unknown': {
      what: () => 'This project no longer exists.',
      next: () => 'Its chats are still there: look in the history.',
    },
    'project-full': {
      what: (d) => (d['what'] === 'files' ? `A project keeps ${text(d, 'limit', '50')} files at most.` : `There can be ${text(d, 'limit', '500')} projects at most.`),
      next: (d) => (d['what'] === 'files' ? 'Remove one that is not needed any more, then add this one again.' : 'Delete one that is not needed any more. Its chats stay.'),
    },
    'provider-unknown': {
      what: (d) => `There is no provider “${text(d, 'provider', text(d, 'providerId', '?'))}” any more.`,
      next: () => 'Choose another model.',
    },
    'interaction-unknown': {
      what: () => 'This question was answered or withdrawn already.',
      next: () => 'Nothing to do.',
    },
    'rule-unknown': {
      what: () => 'This permission no longer exists.',
      next: () => 'Look at the list again. Nothing was changed.',
    },
    'profile-unknown': {
      what: (d) => (has(d, 'name') ? `There is no profile called “${text(d, 'name', '?')}”.` : 'This profile is not there any more.'),
      next: () => 'Choose another one.',
    },
    'profile-name-taken': {
      what: (d) => `There is already a profile called “${text(d, 'name', '?')}”.`,
      next: () => 'Choose another name.',
    },
    'profile-full': {
      what: (d) => `There are ${text(d, 'limit', 'too many')} profiles already.`,
      next: () => 'Delete one that you no longer use.',
    },
    'profile-file-refused': {
      what: (d) =>
        ({
          'too-large': 'This file is too large for a profile.',
          newer: 'This profile was written by a later version of Portolan.',
        })[text(d, 'reason', '')] ?? 'This file is not a profile, or not a whole one.',
      next: (d) => (text(d, 'reason', '') === 'newer' ? 'Update Portolan, then import it again. Nothing was changed.' : 'Choose a file that Portolan wrote with “Export”. Nothing was changed.'),
    },
    'template-unknown': {
      what: (d) => (has(d, 'name') ? `There is no prompt template called “${text(d, 'name', '?')}”.` : 'This prompt template is not there any more.'),
      next: () => 'Choose another one.',
    },
    'template-name-taken': {
      what: (d) => `There is already a prompt template called “${text(d, 'name', '?')}”.`,
      next: () => 'Choose another name.',
    },
    'template-full': {
      what: (d) => `There are ${text(d, 'limit', 'too many')} prompt templates already.`,
      next: () => 'Delete one that you no longer use.',
    },
    'template-unusable': {
      what: (d) => `The prompt template cannot be read in line ${text(d, 'line', '?')}.`,
      next: () => 'Open it under Settings, “Prompt templates”: the place is marked there.',
    },
    'rule-unusable': {
      what: (d) =>
        ({
          folder: `The folder for “${text(d, 'argument', '?')}” has to be a whole path, without signs that can be read in more than one way.`,
          host: `“${text(d, 'argument', '?')}” needs the name of a host, such as example.com or localhost:3000.`,
          command: `The command for “${text(d, 'argument', '?')}” has a sign that a shell reads in its own way.`,
          range: `The numbers for “${text(d, 'argument', '?')}” leave nothing between them.`,
          twice: `There are two conditions of the same kind for “${text(d, 'argument', '?')}”.`,
          'all-servers': 'Nothing can be allowed for every server at once.',
          strict: `Nothing of ${theServer(d)} can be allowed for always.`,
          'no-tools': `The tools of ${theServer(d)} are not known now.`,
        })[text(d, 'reason', '')] ?? 'This permission cannot be made.',
      next: (d) =>
        ({ 'all-servers': 'Choose a server, or “always ask” or “never”.', strict: 'Allow it for one chat, or choose how the server is treated in Settings › Permissions.', 'no-tools': 'Start the server first.' })[text(d, 'reason', '')] ??
        'Correct it and try again. Nothing was changed.',
    },
    'message-unknown': {
      what: () => 'This message no longer exists.',
      next: () => 'Reload the chat.',
    },
    'result-unknown': {
      what: () => 'What the server had answered is no longer kept.',
      next: () => 'Nothing to do.',
    },
    'job-unknown': { what: () => 'This job is no longer kept.', next: () => 'Nothing to do.' },
    'server-not-ready': {
      what: (d) => `${server(d)} is not running.`,
      next: () => 'Start it, then try again.',
    },
    'server-not-reviewed': {
      what: (d) => `${server(d)} has not been allowed to run yet.`,
      next: () => 'Review exactly what it would run, then allow it.',
    },
    'server-changed': {
      what: (d) =>
        has(d, 'tool')
          ? `The tool “${text(d, 'tool', '?')}” of ${theServer(d)} changed or went away while you were deciding.`
          : `The launch of ${theServer(d)} changed while you were looking at it.`,
      next: (d) => (has(d, 'tool') ? 'The call was not made. Look at the server, then ask again.' : 'Nothing was started. Review the new version.'),
    },
    'server-name-taken': {
      what: (d) => `There is already a server called “${text(d, 'name', text(d, 'server', '?'))}”.`,
      next: () => 'Choose another name.',
    },
    'launch-not-found': {
      what: (d) => `The program “${text(d, 'command', '?')}” of ${theServer(d)} was not found.`,
      next: (d) => {
        const folders = list(d, 'folders');
        const searched = folders.length > 0 ? ` Searched: ${folders.join(', ')}.` : '';
        return `Install it, or write its full path as the command.${searched}`;
      },
    },
    'launch-not-permitted': {
      what: (d) => `“${text(d, 'command', '?')}” of ${theServer(d)} may not be executed.`,
      next: () => 'Check that it is a program and that you have the right to execute it.',
    },
    'launch-bad-folder': {
      what: (d) => `The working folder “${text(d, 'folder', '?')}” of ${theServer(d)} cannot be used.`,
      next: () => 'Create it, or enter another folder.',
    },
    'launch-input-needed': {
      what: (d) => `${server(d)} needs something from you before it can start: ${list(d, 'inputs').join(', ')}.`,
      next: () => 'Enter it on the server’s page; it then starts.',
    },
    'launch-variable-unset': {
      what: (d) => {
        const variable = text(d, 'variable', '?');
        return variable.startsWith('secret:') ? `${server(d)} needs the secret “${variable.slice(7)}”, which is not stored for it.` : `${server(d)} needs the variable “${variable}”, which has no value.`;
      },
      next: (d) => (text(d, 'variable', '').startsWith('secret:') ? 'Enter it on the server’s page.' : 'Set it in your environment and restart Portolan, or write the value into the server’s settings.'),
    },
    'sandbox-unavailable': {
      what: (d) => `${server(d)} is to run contained, and this computer cannot do that now.`,
      next: (d) =>
        ({
          'not-installed': 'Install bubblewrap (on Debian or Ubuntu: sudo apt install bubblewrap), then start it again. Or choose under “Permissions” to run it without.',
          'namespaces-off': 'bubblewrap is installed, but this system does not let programs make namespaces of their own. Ask whoever looks after it, or choose under “Permissions” to run the server without.',
          windows: 'Windows has nothing that Portolan could use for it. Choose under “Permissions” to run it without.',
        })[text(d, 'reason', '')] ?? 'Choose under “Permissions” to run it without, if you trust it that far.',
    },
    'sandbox-bad-folder': {
      what: (d) => `“${text(d, 'folder', '?')}” cannot be opened to ${theServer(d)}.`,
      next: (d) =>
        ({
          missing: 'There is no such folder or file. Correct it under “Permissions”.',
          'own-data': 'Portolan keeps its own files there; no server gets to see them.',
          system: 'It is a part of the system that stays closed.',
          everything: 'That is the whole computer. Name the folders it needs, or choose under “Permissions” to run it without containment.',
          replaced: 'Something else stands there now than when you opened it to this server. Look at it; if it is what you want, save “Permissions” again.',
          'not-a-file': 'It is neither a folder nor a file, but a line to another program or a device. Such things stay closed.',
          link: 'It is reached by a link that the server could have made itself. Name the folder that was meant, under “Permissions”.',
        })[text(d, 'reason', '')] ?? 'Write the whole path, beginning with / or ~/, without “..”.',
    },
    'sandbox-download-failed': {
      what: (d) => `What ${theServer(d)} needs could not be downloaded before its network was cut.`,
      next: () => 'The log has what the package manager said. Check your connection and try again, or allow the network under “Permissions”.',
    },
    'server-exited': {
      what: (d) =>
        has(d, 'signal')
          ? `${server(d)} was ended by signal ${text(d, 'signal', '?')}.`
          : has(d, 'exitCode')
            ? `${server(d)} stopped with exit code ${text(d, 'exitCode', '?')}.`
            : `${server(d)} stopped.`,
      next: () => 'The last lines of its log, on its page, usually say why. Correct that, then start it again.',
    },
    'server-timeout': {
      what: (d) => (has(d, 'seconds') ? `${server(d)} did not answer within ${text(d, 'seconds', '?')} seconds.` : `${server(d)} did not answer in time.`),
      next: () => 'Look at its log, or restart it. A first start may have to download something: try again in a moment.',
    },
    'server-not-mcp': {
      what: (d) => `What answered for ${theServer(d)} does not speak MCP.`,
      next: () => 'Check the command or the address. What came instead is shown below.',
    },
    'server-needs-authorization': signInError,
    'server-unreachable': {
      what: (d) => (has(d, 'url') ? `${server(d)} cannot be reached at ${text(d, 'url', '')}.` : `${server(d)} cannot be reached.`),
      next: (d) => (text(d, 'reason', '') === 'authorization-server' ? `The site where you sign in (${text(d, 'authorizationServer', '?')}) does not work at the moment. It is tried again by itself.` : isUntrusted(text(d, 'message', '')) ? untrustedNext : 'Check the address, your network, and that the server is running.'),
    },
    'server-http-error': {
      what: (d) => `${server(d)} answered with HTTP status ${text(d, 'status', '?')}.`,
      next: (d) =>
        ({
          '401': 'It refuses the credentials. Check the headers in its settings.',
          '403': 'It refuses the credentials. Check the headers in its settings.',
          '404': 'There is nothing at this address. Check the path, often /mcp.',
        })[text(d, 'status', '')] ?? 'Check the address, or ask whoever runs the server.',
    },
    'server-version': {
      what: (d) => `${server(d)} speaks a revision of MCP that Portolan does not.`,
      next: (d) => (has(d, 'version') ? `It offered ${text(d, 'version', '')}. Update the server.` : 'Update the server.'),
    },
    'server-error': {
      what: (d) => (tooMuchAtOnce(d) ? `${server(d)} sent more at once than Portolan takes (${megabytes(d)} MB).` : has(d, 'message') ? `${server(d)} reports: ${text(d, 'message', '')}` : `${server(d)} reports an error.`),
      next: (d) => (tooMuchAtOnce(d) ? 'Nothing of it was kept, and the server goes on. Ask for a smaller part, or get the file another way.' : 'Check what was sent. The text comes from the server.'),
    },
    'server-invalid-result': {
      what: (d) => (text(d, 'reason', '') === 'too-large' ? `What ${theServer(d)} sent is larger than Portolan can show.` : `${server(d)} sent a result that does not follow the protocol.`),
      next: (d) => (text(d, 'reason', '') === 'too-large' ? 'Nothing of it was used. Ask it for less, if it has a choice; else tell whoever makes the server.' : 'Nothing of it was used. Tell whoever makes the server; the details are below.'),
    },
    'server-not-supported': {
      what: (d) => `${server(d)} does not offer this.`,
      next: () => 'Its overview lists what it can do.',
    },
    'call-timeout': {
      what: (d) =>
        has(d, 'seconds') ? (text(d, 'reason', '') === 'idle-timeout' ? `${server(d)} said nothing for ${text(d, 'seconds', '?')} seconds, so the call was cancelled.` : `The call to ${theServer(d)} ran longer than ${text(d, 'seconds', '?')} seconds and was cancelled.`) : `The call to ${theServer(d)} took too long and was cancelled.`,
      next: () => 'It may still have had an effect: check before you repeat it. How long a call may take can be changed on the server’s page.',
    },
    'call-not-allowed': {
      what: (d) =>
        text(d, 'reason', '') === 'meanwhile' ? `What you decided about ${text(d, 'tool', 'the tool')} of ${theServer(d)} changed before this call left, so it was not made.` : text(d, 'reason', '') === 'never' ? `You decided that this call of ${text(d, 'tool', 'the tool')} on ${theServer(d)} is never made.` : text(d, 'reason', '') === 'muted' ? `${theServer(d)} is muted, so nothing that was allowed in advance runs on it.` : `Nobody has allowed this call of ${text(d, 'tool', 'the tool')} on ${theServer(d)}.`,
      next: (d) => (['never', 'meanwhile'].includes(text(d, 'reason', '')) ? 'Look at Settings › Permissions if that is no longer so.' : text(d, 'reason', '') === 'muted' ? 'Unmute it, or allow this call where you are asked.' : 'Allow it once where you are asked, or give the tool a standing permission.'),
    },
    'sampling-budget': {
      what: (d) => `${server(d)} has used up what it may have of your models: ${{ tokens: 'its tokens of this minute', money: 'its money of today', requests: 'its requests of today' }[text(d, 'what', 'tokens')] ?? 'its budget'}. Nothing was run.`,
      next: () => 'Answer by hand, wait, or change its budget on its page.',
    },
    'usage-budget': {
      what: (d) => `This month's budget of $${text(d, 'budget', '0')} for models is used up: $${text(d, 'spent', '0')} so far. Nothing was sent, and what you wrote is kept.`,
      next: () => 'Raise the budget under Settings → Usage, or wait for the next month.',
    },
    'server-asks-unusable': {
      what: (d) => `${server(d)} asked for something that can't be shown to you, or may not be opened. Nothing was opened or sent, and the call was ended.`,
      next: () => 'Tell whoever makes the server. The technical details say what was wrong with it.',
    },
    'server-asks-too-much': {
      what: (d) => `${server(d)} asked for more during one call than is allowed (at most 10 rounds), so the call was ended.`,
      next: () => 'It may still have had an effect: check before you repeat it. Tell whoever makes the server.',
    },
    'call-lost': {
      what: (d) => {
        if (d['reason'] === 'task-lost') return `${server(d)} no longer knows the job “${text(d, 'tool', '?')}”.`;
        if (d['reason'] === 'given-up') return `You stopped waiting for “${text(d, 'tool', '?')}”.`;
        const running = has(d, 'tool') ? ` while running “${text(d, 'tool', '')}”` : ' during the call';
        if (has(d, 'exitCode')) return `${server(d)} exited with code ${text(d, 'exitCode', '?')}${running}.`;
        if (has(d, 'signal')) return `${server(d)} was ended by signal ${text(d, 'signal', '?')}${running}.`;
        return `The connection to ${theServer(d)} was lost${running}.`;
      },
      next: () => 'It may or may not have happened. Check before you repeat it; Portolan does not.',
    },
    'tool-unknown': {
      what: (d) => `${server(d)} has no tool “${text(d, 'tool', '?')}”.`,
      next: () => 'It may have been renamed or turned off. Look at the server’s tools.',
    },
    'tool-suspended': {
      what: (d) => `The tool “${text(d, 'tool', '?')}” of ${theServer(d)} is not what it was, so it is suspended.`,
      next: () => 'The call was not made. Look at what changed on the server’s page, then accept it or keep it off.',
    },
    'app-unusable': {
      what: (d) => `The app of ${theServer(d)} cannot be shown.`,
      next: (d) =>
        ({
          none: 'This tool has no app here.',
          empty: 'The server gave an empty page for it.',
          'mime-type': `The server gave ${has(d, 'type') ? `“${text(d, 'type', '')}”` : 'something'} instead of an app’s page. Its author would have to mend that.`,
          'too-large': 'Its page is too large.',
          'not-text': 'Its page is not text.',
          'result-too-large': 'What the server answered is too large for an app.',
          bridge: 'The connection to the app could not be made. Reload it.',
        })[text(d, 'reason', '')] ?? 'Reload it, or look at the server’s page.',
    },
    'app-gone': {
      what: () => 'This app is no longer shown.',
      next: () => 'Reload it to use it again.',
    },
    'tool-arguments-invalid': {
      what: (d) => (d['reason'] === 'by-model' ? `The model’s arguments for “${text(d, 'tool', 'the tool')}” cannot be read in one way only.` : `The arguments do not fit what “${text(d, 'tool', 'the tool')}” expects.`),
      next: (d) => (d['reason'] === 'by-model' ? 'The call was not made, and the model was told so.' : 'Correct the marked fields. Nothing was sent.'),
    },
    'resource-changed': {
      what: (d) => `“${text(d, 'name', 'The resource')}” is not what it was when you attached it, and that version is no longer kept.`,
      next: () => 'Nothing was sent. Take the new version on its chip, or remove it.',
    },
    'model-none': {
      what: () => 'No model is chosen for this chat.',
      next: () => 'Choose one, or connect a provider in Settings. Tools work by hand without a model.',
    },
    'model-key-missing': {
      what: (d) => `${provider(d)} needs an API key.`,
      next: () => 'Enter it in Settings under Models.',
    },
    'model-key-refused': {
      what: (d) => `${provider(d)} refused the API key.`,
      next: () => 'Check that the key is complete, still valid, and allowed to use this model.',
    },
    'model-not-found': {
      what: (d) => `${provider(d)} does not know the model “${text(d, 'model', '?')}”.`,
      next: () => 'Choose another model or correct its name.',
    },
    'model-rate-limited': {
      what: (d) => `${provider(d)} is limiting your requests.`,
      next: (d) => (has(d, 'seconds') ? `Try again in ${text(d, 'seconds', '')} seconds, or check your plan.` : 'Wait a little and try again, or check your plan.'),
    },
    'model-overloaded': {
      what: (d) => `${provider(d)} is overloaded at the moment.`,
      next: () => 'Try again in a while, or choose another model.',
    },
    'model-context-too-long': {
      what: (d) => `The chat is longer than ${model(d)} can read.`,
      next: () => 'Have earlier messages summarised for it, or choose a model that reads more. You keep every message either way.',
    },
    'context-nothing-to-summarise': {
      what: () => 'There is nothing worth summarising yet.',
      next: () => 'The last messages always go to the model as they are. If they are too long by themselves, shorten or split what you attached, or choose a model that reads more.',
    },
    'model-refused-request': {
      what: (d) => `${provider(d)} refused the request.`,
      next: () => 'Its reason is below. A tool’s schema or an attachment may be what it does not accept.',
    },
    'model-unreachable': {
      what: (d) => (has(d, 'url') ? `${provider(d)} cannot be reached at ${text(d, 'url', '')}.` : `${provider(d)} cannot be reached.`),
      next: (d) => (isUntrusted(text(d, 'reason', '')) ? untrustedNext : 'Check your network and the base address. A local model must be running.'),
    },
    'model-not-a-model': {
      what: () => 'What answered at this address is not a model endpoint.',
      next: () => 'Check the base address; it often ends in /v1.',
    },
    'model-interrupted': {
      what: (d) => `The answer of ${model(d)} was cut off.`,
      next: () => 'What arrived is kept. Use Continue to go on.',
    },
    'model-failed': {
      what: (d) => `${provider(d)} reports an error.`,
      next: () => 'Try again. Its message is below.',
    },
    'model-file-unusable': {
      what: (d) => `“${text(d, 'file', 'The file')}” cannot be used as a model.`,
      next: (d) => modelFileReason(text(d, 'reason', '')),
    },
    'model-engine-missing': {
      what: () => 'Model files cannot be run on this computer.',
      next: (d) => `The part that runs them does not exist for ${text(d, 'platform', 'this system')}. Models of Ollama, LM Studio, llama-server and Jan work, and so do those of a provider.`,
    },
    'model-process-ended': {
      what: (d) => (d['reason'] === 'memory' ? `${model(d)} needed more memory than there is and was ended.` : d['reason'] === 'unloaded' ? `${model(d)} was taken out of memory.` : `The process that runs ${model(d)} ended unexpectedly.`),
      next: (d) => (d['reason'] === 'memory' ? 'Choose a smaller context for it in Settings under Models, or a smaller file. What arrived is kept.' : 'What arrived is kept. It is loaded again with your next message.'),
    },
    'model-answer-too-long': {
      what: () => 'The answer reached the length limit.',
      next: () => 'Use Continue to let the model go on.',
    },
    'model-tools-left-out': {
      what: (d) => {
        const names = list(d, 'tools');
        return names.length > 0 ? `Some tools were not offered to the model: ${names.join(', ')}.` : 'Some tools were not offered to the model.';
      },
      next: () => 'The reason is on each tool’s page. You can still run them by hand.',
    },
    'model-step-limit': {
      what: (d) => (has(d, 'steps') ? `The model stopped after ${text(d, 'steps', '')} steps.` : 'The model used all the steps allowed in one answer.'),
      next: () => 'Use Continue to allow more.',
    },
    'conversation-busy': {
      what: () => 'The model is still answering in this chat.',
      next: () => 'Wait, or stop the answer first. Your text is kept.',
    },
    'file-refused': {
      what: (d) =>
        ({
          'too-large': `“${text(d, 'name', 'The file')}” is too large to be attached.`,
          empty: `“${text(d, 'name', 'The file')}” is empty.`,
          'too-many-uploads': 'Too many files are on their way at once.',
          screenshot: 'The system gave no picture of the screen.',
        })[text(d, 'reason', '')] ?? 'The file did not arrive whole.',
      next: (d) =>
        ({
          'too-large': 'Attach a smaller one, or a part of it.',
          empty: 'There is nothing in it to send.',
          screenshot: 'Allow Portolan to record the screen in the settings of the system, or take the screenshot there and paste it.',
          'too-many-uploads': 'Wait until some have arrived, then attach the others.',
        })[text(d, 'reason', '')] ?? 'Attach it again.',
    },
    'file-gone': {
      what: (d) => `“${text(d, 'name', 'The file')}” is no longer kept.`,
      next: () => 'Nothing was sent. Remove it and attach it again.',
    },
    'attachment-unfit': {
      what: (d) => (text(d, 'reason', '') === 'size' ? `“${text(d, 'name', 'A file')}” is too large for ${text(d, 'model', 'this model')}.` : `${text(d, 'model', 'This model')} cannot be given “${text(d, 'name', 'a file')}”.`),
      next: () => 'Nothing was sent. Choose another model, send only its name, or remove it.',
    },
    'queue-full': {
      what: () => 'No more messages can wait in this chat.',
      next: () => 'Send or remove some of those that wait. Your text is kept.',
    },
    'paste-not-understood': {
      what: (d) => (has(d, 'line') ? `Could not read this (line ${text(d, 'line', '?')}).` : 'Could not read this as a server.'),
      next: (d) =>
        ({
          'shell-operator': 'It has a sign for a shell in it (such as |, >, ;, &&), and no shell will be there to read it. Paste only the command that starts the server. Your text is kept.',
          'open-quote': 'A quotation mark has no second one. Add it, or take it away. Your text is kept.',
          'smart-quotes': 'Its quotation marks are those of a text (“ ”), not those of JSON ("). Write them anew. Your text is kept.',
          'too-large': 'It is far too long. Paste only the part about servers. Your text is kept.',
        })[text(d, 'reason', '')] ?? 'Paste JSON with “mcpServers” or “servers”, a single entry, a command line, or an address. Your text is kept.',
    },
    'paste-empty': {
      what: () => 'There is no server in this text.',
      next: () => 'Paste the part that holds the command or the address.',
    },
    'config-broken': {
      what: (d) =>
        has(d, 'line')
          ? has(d, 'server')
            ? `The entry “${text(d, 'server', '')}” in line ${text(d, 'line', '?')} cannot be used. ${entryReason(text(d, 'reason', ''), text(d, 'field', ''))}`
            : `The configuration file cannot be read: line ${text(d, 'line', '?')}${has(d, 'column') ? `, column ${text(d, 'column', '?')}` : ''}.`
          : 'The configuration file cannot be read.',
      next: (d) =>
        `${has(d, 'server') ? 'The other entries are not affected.' : text(d, 'kept', '') === 'nothing' ? 'Your file was left as it is. There is no earlier version of it yet, so for now Portolan goes on as if it were empty.' : 'Your file was left as it is and the last good version is in use.'} Correct ${text(d, 'file', 'the file')}; it is read again at once.`,
    },
    'config-not-writable': {
      what: (d) => `The configuration file ${text(d, 'file', '')} cannot be written.`.replace('  ', ' '),
      next: () => 'Check its permissions and the free space. Nothing in it was changed.',
    },
    'other-file-changed': {
      what: (d) => `${text(d, 'file', 'The file')} was changed meanwhile.`,
      next: () => 'Look at it again. Nothing was written.',
    },
    'other-file-unusable': {
      what: (d) => `${text(d, 'file', 'The file')} cannot be read${has(d, 'line') ? `: line ${text(d, 'line', '?')}` : ''}.`,
      next: () => 'Correct it with an editor, then try again. Nothing was written.',
    },
    'other-file-not-writable': {
      what: (d) => `${text(d, 'file', 'The file')} cannot be written.`,
      next: () => 'Check its permissions and the free space. It was left as it is.',
    },
    'config-backup-unusable': {
      what: () => 'This copy of the configuration cannot be used any more.',
      next: () => 'Choose another one. Nothing was changed.',
    },
    'secrets-locked': {
      what: () => 'Your keys and sign-ins are locked.',
      next: () => 'Open them in Settings under Secrets. Nothing is lost.',
    },
    'secrets-not-guarded': {
      what: () => 'The key could not be kept there.',
      next: (d) => (text(d, 'reason', '') === 'denied' ? 'The system did not allow it. Everything is kept as it was.' : 'Everything is kept as it was. Choose another way.'),
    },
    'storage-failed': {
      what: (d) =>
        ({
          newer: 'The database was written by a newer Portolan.',
          'read-only': 'The data folder cannot be written.',
          full: 'The disk is full.',
        })[text(d, 'reason', '')] ?? 'The database could not be read or written.',
      next: (d) =>
        ({
          newer: 'Update Portolan. The database was not touched.',
          'read-only': 'Check the permissions of the data folder.',
          full: 'Free some space. What was saved before is kept.',
        })[text(d, 'reason', '')] ?? 'Check the free space and the permissions of the data folder, then restart Portolan.',
    },
    'bundle-refused': {
      what: () => 'This bundle was refused. Nothing of it was kept.',
      next: (d) => {
        const subject = text(d, 'subject', '');
        const at = subject === '' ? '' : ` (${subject})`;
        return (
          {
            'too-large': `It, or a file in it, is larger than Portolan takes${at}.`,
            'not-an-archive': 'The file is no bundle.',
            damaged: `It is damaged, or not what it claims to be${at}.`,
            encrypted: `It is encrypted${at}.`,
            compression: `It is packed in a way that bundles are not${at}.`,
            'too-many-files': `It holds too many files${at}.`,
            bomb: `It would unpack to far more than it weighs${at}.`,
            overlap: 'Its files lie upon each other, as in archives made to do harm.',
            outside: `A file in it would land outside of its folder${at}.`,
            name: `A file in it has a name that does not work everywhere${at}.`,
            'device-name': `A file in it is named after a device${at}.`,
            'name-twice': `Two files in it have the same name on some systems${at}.`,
            link: `It holds a link or a device where only files belong${at}.`,
            'no-manifest': 'It has no manifest.json.',
            manifest: `Its manifest is not valid${at}.`,
            'newer-version': `Its manifest is of a revision that Portolan does not know${at}.`,
            command: `It would run something that is not in the bundle${at}.`,
            'entry-point': `The file it is started by is missing${at}.`,
            variable: `It asks for a value that no bundle may take${at}.`,
            hash: 'It is not the file that the registry describes.',
            signature: 'It carries a signature that is not of this file: somebody changed it after it was signed, or the signature is damaged.',
            'too-many-uploads': 'Other bundles are waiting to be looked at.',
            incomplete: 'Only a part of it arrived.',
          }[text(d, 'reason', '')] ?? 'It cannot be used.'
        ).concat(text(d, 'reason', '') === 'too-many-uploads' ? ' Finish or leave those first.' : ' Ask whoever made it for another one.');
      },
    },
    'upload-refused': {
      what: () => 'The file was not taken.',
      next: (d) => ({ 'too-large': 'It is larger than Portolan takes.', 'too-many-uploads': 'Other files are waiting to be looked at. Finish or leave those first.' })[text(d, 'reason', '')] ?? 'Only a part of it arrived. Choose the file again.',
    },
    'upload-gone': { what: () => 'This file is no longer here.', next: () => 'Choose the file again.' },
    'backup-refused': {
      what: () => 'This backup cannot be put back. Nothing was changed.',
      next: (d) =>
        ({
          'not-a-backup': 'It is no backup of Portolan.',
          newer: 'It was made by a newer version of Portolan. Update first.',
          shape: 'Its database is not built as Portolan builds it.',
          room: 'There is not enough room on the disk to look at it.',
        })[text(d, 'reason', '')] ?? 'It is damaged or cut off. Take another copy of it.',
    },
    'chat-file-refused': {
      what: () => 'No chats can be read from this file. Nothing was changed.',
      next: (d) =>
        ({
          damaged: 'It is damaged or cut off. Download it again.',
          encrypted: 'It is encrypted. Unpack it first, and choose the conversations.json in it.',
          'too-large': 'What is in it is larger than Portolan takes (400 MB).',
          'too-long': 'Reading it took too long.',
          nothing: 'There are no chats in it. Choose the .zip as it came in the e-mail, or the conversations.json in it.',
        })[text(d, 'reason', '')] ?? 'It is neither a chat saved from Portolan nor what ChatGPT or Claude hand out. Choose the .zip as it came in the e-mail, or the conversations.json in it.',
    },
    'bundle-gone': { what: () => 'This bundle is no longer here.', next: () => 'Choose the file again.' },
    'registry-failed': {
      what: (d) =>
        ({
          address: 'This address cannot be used for a registry.',
          'unknown-server': 'The registry has no such server or version.',
          'not-a-server': 'The registry’s entry for this server is not valid.',
          'not-installable': 'This cannot be installed from here.',
        })[text(d, 'reason', '')] ?? (has(d, 'registry') ? `The registry ${text(d, 'registry', '')} did not give a usable answer.` : 'The registry did not give a usable answer.'),
      next: (d) =>
        ({
          address: 'It must begin with https://, or be on this computer.',
          unreachable: isUntrusted(text(d, 'cause', '')) ? untrustedNext : 'Check the network, then try again.',
          timeout: 'It took too long. Try again in a moment.',
          status: `It answered with HTTP status ${text(d, 'status', '?')}. Try again later.`,
          'too-large': 'Its answer was far too large.',
          redirect: 'It sent Portolan on to another place, which is not followed.',
          'unknown-server': 'Look for it again, or choose another version.',
          'not-a-server': 'Ask its publisher to mend it, or choose another version.',
          'not-installable': 'Add it by form or by pasting a configuration.',
        })[text(d, 'reason', '')] ?? 'What is there does not speak the registry API. Check the address.',
    },
    'proxy-failed': {
      what: (d) => {
        const proxy = text(d, 'proxy', '?');
        return (
          {
            'not-set': 'Requests are to go through a proxy, but none is set.',
            credentials: `The proxy ${proxy} wants a user name and a password${text(d, 'status', '') === '407' ? ' (HTTP 407)' : ''}, or does not accept those it was given.`,
            refused: `The proxy ${proxy} refused to connect to ${text(d, 'target', '?')} (HTTP ${text(d, 'status', '?')}).`,
            certificate: `The proxy ${proxy} has a certificate that this computer does not trust.`,
            'not-a-proxy': `What answers at ${proxy} is no HTTP proxy.`,
          }[text(d, 'reason', '')] ?? `The proxy ${proxy} cannot be reached${has(d, 'cause') ? ` (${text(d, 'cause', '')})` : ''}.`
        );
      },
      next: (d) =>
        ({
          'not-set': 'Enter its address under Settings, “Network”, or choose another way there.',
          credentials: 'Enter them under Settings, “Network”.',
          refused: 'Ask whoever runs the proxy to allow this address, or name it under Settings, “Network” as one that is reached directly.',
          certificate: 'Choose the file with your company’s certificate under Settings, “Network”.',
          'not-a-proxy': 'Check the address and the port under Settings, “Network”.',
        })[text(d, 'reason', '')] ?? 'Check its address under Settings, “Network”. If you are not in the company’s network now, connect to it or choose “Directly” there.',
    },
    'address-unreachable': {
      what: (d) => `${text(d, 'url', '?')} cannot be reached${has(d, 'reason') && text(d, 'reason', '') !== '' ? ` (${text(d, 'reason', '')})` : ''}.`,
      next: (d) => (isUntrusted(text(d, 'reason', '')) ? untrustedNext : 'Check the address and your network. If a proxy is needed here, set it under Settings, “Network”.'),
    },
    'install-link-refused': {
      what: () => 'This link to add a server was refused.',
      next: (d) => {
        const subject = text(d, 'subject', '');
        const named = subject === '' ? '' : ` (${subject})`;
        return (
          {
            'too-large': 'It is longer than any real one.',
            'not-an-install': 'It does not ask to add a server.',
            'unknown-key': `It has a field that has no place in such a link${named}.`,
            'duplicate-key': `It says the same thing twice${named}, so it can be read in two ways.`,
            encoding: 'Its content is damaged.',
            'not-json': 'Its content is damaged.',
            'wrong-type': `A field is not what it should be${named}.`,
            'bad-url': `An address in it cannot be used${named}.`,
            'bad-name': `The name of a server in it cannot be used${named}.`,
            'name-twice': 'It names the server twice.',
            'command-and-url': `A server in it has both a program and an address${named}.`,
            'no-server': 'It names no server.',
            'too-many': `It holds too many servers${named}.`,
          }[text(d, 'reason', '')] ?? 'It is not a link of Portolan.'
        ).concat(' Nothing was added. If you trust where it comes from, ask there for the configuration as text and paste it.');
      },
    },
    'install-link-gone': { what: () => 'This link no longer waits.', next: () => 'It was taken up or set aside, perhaps in another window. Open it again if you need it.' },
    'link-refused': {
      what: (d) =>
        ({
          'hidden-characters': 'The link contains characters that cannot be seen.',
          scheme: `Links of the kind “${text(d, 'scheme', '?')}” are not opened.`,
          'user-name': 'The link carries a user name or password.',
        })[text(d, 'reason', '')] ?? 'This is not a link that can be opened.',
      next: () => 'Only plain http, https and mailto links are opened.',
    },
  }),
};
