// The made-up story behind the sample study: a support team's tickets, ten queries, and a map that grows, is corrected,
// fills its budget and lets things go. Past 250 lines because it is content.

import type { ScriptedRun } from './study-recorder.ts';

export const SAMPLE_QUERIES = [
  { text: 'Which product area draws the most complaints?', truth: 'billing' },
  { text: 'How many tickets mention a refund after 14 days?', truth: '88' },
  { text: 'Do enterprise users prefer the old export or the new one?', truth: 'the new one' },
  { text: 'Which onboarding complaint appears most often?', truth: 'the SSO set-up loops back to the log-in page' },
  { text: 'List the severity levels and how many tickets each has.' },
  { text: 'Which region has the longest median time to first reply?', truth: 'APAC' },
  { text: 'Is “login loop” more common than “2FA lockout”?' },
  { text: 'Name the three accounts with the most reopened tickets.' },
  { text: 'Do tickets that quote the SLA get a first reply sooner?' },
  { text: 'Which month has the most refunds, and is it the month with the most billing complaints?' },
] as const;

const LABEL_PROMPT = 'Does the author prefer the OLD or the NEW export? Answer one word per ticket.';

export const SAMPLE_RUNS: readonly ScriptedRun[] = [
  {
    queryId: 'q1',
    iterations: [
      {
        say: 'I know nothing of this context yet, so I look at its size, its beginning and its end first.',
        blocks: [
          {
            code: 'print(type(context), len(context))\nprint(context[:1200])\nprint("…")\nprint(context[-600:])',
            out: "<class 'str'> 1902114\nTICKETS 5204 exported 2026-10-01\n========================================\n2026-09-30 | T-5204 | enterprise | EU | The new export drops our custom columns",
            outChars: 1_860,
          },
        ],
      },
      {
        say: 'Records seem to be split by a line of equals signs. I check that against the count in the header.',
        blocks: [
          {
            code: 'sep = "\\n" + "=" * 40 + "\\n"\ntickets = context.split(sep)[1:]\nprint(len(tickets))\nfrom collections import Counter\nprint(Counter(len(t.split(" | ")) for t in tickets).most_common(6))',
            out: '5204\n[(5, 5171), (6, 29), (7, 4)]',
          },
        ],
      },
      {
        say: 'Five fields for almost all. The area is not a field; I look for a vocabulary of areas in the bodies.',
        blocks: [
          {
            code: 'words = Counter()\nfor t in tickets:\n    body = t.split(" | ")[4].lower()\n    for area in ("billing", "export", "login", "sso", "report", "api", "mobile"):\n        if area in body:\n            words[area] += 1\nprint(words)',
            out: "Counter({'billing': 1388, 'export': 941, 'login': 702, 'report': 655, 'sso': 318, 'api': 207, 'mobile': 96})",
          },
        ],
      },
      {
        say: 'Billing leads by a wide margin, also when a ticket that names two areas is counted once for each.',
        after: 'FINAL(billing)',
      },
    ],
    answer: 'billing',
    score: 1,
    diagnosis:
      'Three of four iterations went into finding out how the text is built: one block, records split by forty equals signs, five fields. All of it will be needed again by any query over these tickets. The area vocabulary is a guess that happened to work.',
    tags: {},
    candidates: [
      {
        section: 'cr',
        value:
          'One text block of 5,204 records split by a line of 40 “=”; the header line gives the record count; newest first.',
        transferability: 'Every query has to split the text.',
        rationale: 'Iterations 1 and 2 found and checked it.',
      },
      {
        section: 'cu',
        value: 'Tickets are filed by users of a reporting tool; agents reply inline after “>>”.',
        transferability: 'Says who speaks in a body.',
        rationale: 'Seen in the head and tail of the context.',
      },
      {
        section: 'ps',
        value: 'Fields of a record, split by “ | ”: date, ticket id, plan, region, body.',
        transferability: 'Needed to read any field.',
        rationale: 'Iteration 2.',
      },
      {
        section: 'ps',
        value: '33 of 5,204 bodies contain “ | ” too.',
        transferability: 'A naive split loses text.',
        rationale: 'The counter of field counts shows 6 and 7.',
      },
      {
        section: 'rr',
        value: 'Tickets per area by keyword in the body.',
        transferability: 'Asked again in some form.',
        rationale: 'Iteration 3.',
      },
      {
        section: null,
        value: 'The answer was billing.',
        transferability: 'None.',
        rationale: 'A final answer alone does not transfer.',
      },
    ],
    reasoning:
      'An empty map and a run that was mostly orientation: what it learnt about the form of the text goes in whole. The keyword counts go in with the way they were made, so that a later run can judge them. The bare answer stays out.',
    edits: [
      {
        op: 'ADD',
        section: 'cr',
        content:
          'One text block, 5,204 records split by a line of 40 “=”; the header line gives the record count; newest first, 2026-01-02 to 2026-09-30.',
        from: 1,
      },
      {
        op: 'ADD',
        section: 'cr',
        content:
          'Records 1–900 are 2026 Q3; a cluster on billing lies at 1,210–1,388; the export thread starts near character 611,000.',
      },
      {
        op: 'ADD',
        section: 'cu',
        content:
          'Tickets are filed by users of a reporting tool; plans are free or paid; agents reply inline after “>>”.',
        from: 2,
      },
      { op: 'ADD', section: 'ps', content: 'record.split(" | ") gives date, ticket id, plan, region, body.', from: 3 },
      {
        op: 'ADD',
        section: 'ps',
        content: 'Field separator is “ | ”, but some bodies contain it too: split at most four times.',
        from: 4,
      },
      {
        op: 'ADD',
        section: 'rr',
        content:
          'Tickets naming an area (keyword in body): billing 1,388; export 941; login 702; report 655; SSO 318; API 207; mobile 96.',
        from: 5,
      },
      { op: 'ADD', section: 'rr', content: 'About 300 tickets mention “export” (keyword count).' },
    ],
  },
  {
    queryId: 'q2',
    iterations: [
      {
        say: 'The map gives the separator and the fields (cr-00001, ps-00001), so I go straight to the refunds.',
        blocks: [
          {
            code: 'tickets = [r.split(" | ", 4) for r in context.split("\\n" + "=" * 40 + "\\n")[1:]]\nrefunds = [t for t in tickets if "refund" in t[4].lower()]\nprint(len(refunds))\nprint(refunds[0][4][:400])',
            out: '341\nAsked for a refund on day 19, was told the window is 14 days. >> Sorry about that, I have made an exception.',
          },
        ],
      },
      {
        say: 'Days are stated in the body as “day N” or “N days”. I take the larger number when both appear.',
        blocks: [
          {
            code: 'import re\nlate = 0\nfor t in refunds:\n    days = [int(n) for n in re.findall(r"(?:day (\\d+)|(\\d+) days)", t[4])[0] if n]\n    late += max(days) > 14\nprint(late)',
            error: { type: 'IndexError', message: 'list index out of range', line: 4 },
          },
        ],
      },
      {
        say: 'Some refunds state no day. I skip those.',
        blocks: [
          {
            code: 'late = 0\nfor t in refunds:\n    found = re.findall(r"day (\\d+)|(\\d+) days", t[4])\n    days = [int(n) for pair in found for n in pair if n]\n    late += bool(days) and max(days) > 14\nprint(late, len(refunds))',
            out: '66 341',
          },
        ],
        after: 'FINAL(66)',
      },
    ],
    answer: '66',
    score: 0.75,
    diagnosis:
      'The map saved the orientation altogether. The count misses refunds whose day is written in words and those with two dates, so the result should carry its method. “About 300 tickets mention export” was contradicted by cr-00002’s own numbers.',
    tags: {
      'cr-00001': 'helpful',
      'ps-00001': 'helpful',
      'ps-00002': 'helpful',
      'cr-00002': 'neutral',
      'cu-00001': 'neutral',
      'rr-00001': 'neutral',
      'rr-00002': 'stale',
    },
    candidates: [
      {
        section: 'dc',
        value: 'The refund window is 14 days; enterprise has 30.',
        transferability: 'A fixed value of the domain.',
        rationale: 'Quoted by agents in eleven replies.',
      },
      {
        section: 'rr',
        value: 'Refund tickets: 341, of which 66 state more than 14 days.',
        transferability: 'Two later queries may ask for refunds.',
        rationale: 'Iteration 3.',
      },
      {
        section: 'ep',
        value: 'Indexing the first match fails when a refund states no day.',
        transferability: 'Only for this count.',
        rationale: 'Iteration 2 failed on it.',
      },
    ],
    reasoning:
      'The window and its exception are constants and go in. The refund counts go in with their pattern. The error is too particular to keep.',
    edits: [
      {
        op: 'ADD',
        section: 'dc',
        content: 'Refund window: 14 days (enterprise 30); an exception is granted in writing by an agent after “>>”.',
        from: 1,
      },
      {
        op: 'ADD',
        section: 'rr',
        content: 'Refund tickets 341; more than 14 days 66 (regex “day N|N days”, larger number; 52 state no day).',
        from: 2,
      },
      { op: 'ADD', section: 'dc', content: 'Regions: EU, US, APAC, LATAM. Ticket ids run T-1 to T-5204 without gaps.' },
      {
        op: 'REFUSED',
        kind: 'REPLACE',
        id: 'rr-00009',
        raw: '{"type":"REPLACE","id":"rr-00009","content":"Refund tickets 341."}',
        refusal: { kind: 'unknown-item', words: 'No version of this study ever held rr-00009.' },
      },
    ],
  },
  {
    queryId: 'q3',
    iterations: [
      {
        say: 'The map gives the record separator and the field order (cr-00001, ps-00001), so I go straight to tickets that name the export.',
        blocks: [
          {
            code: 'import re\ntickets = [r.split(" | ", 4) for r in context.split("\\n" + "=" * 40 + "\\n")[1:]]\nexport = [t for t in tickets if re.search(r"\\bexport", t[4], re.I)]\nprint(len(tickets), len(export))\nprint("\\n".join(t[4] for t in export))',
            out: '5204 612\nThe new export drops our custom columns…',
            outChars: 86_412,
          },
        ],
      },
      {
        say: 'Preference is not a keyword. I let the sub-model read the tickets in three batches.',
        blocks: [
          {
            code: 'chunks = [export[i:i + 104] for i in range(0, 312, 104)]\nlabels = llm_query_batched([f"Does the author prefer OLD or NEW export? {c}" for c in chunks])\nprint(Counter(w for l in labels for w in l.split()))',
            out: "Counter({'NEW': 353, 'OLD': 255, '?': 4})",
            subcalls: [
              { prompt: `${LABEL_PROMPT} 104 tickets`, reply: '104 tickets → 104 labels' },
              { prompt: `${LABEL_PROMPT} 104 tickets`, reply: '104 tickets → 104 labels' },
              {
                prompt: `${LABEL_PROMPT} 104 tickets`,
                reply: '',
                error: 'The server answered 500 twice; the third attempt was answered.',
              },
            ],
          },
        ],
      },
      {
        say: 'Now by plan. I group the labels by the plan of their ticket.',
        blocks: [
          {
            code: 'by_plan = Counter()\nfor t, label in zip(export, " ".join(labels).split()):\n    by_plan[t["plan"], label] += 1\nprint(by_plan)',
            error: { type: 'TypeError', message: 'list indices must be integers or slices, not str', line: 3 },
          },
        ],
      },
      {
        say: 'The plan is the third field, not a key. I group the labels by `t[2]`.',
        blocks: [
          {
            code: 'by_plan = Counter((t[2], label) for t, label in zip(export, " ".join(labels).split()))\nprint(by_plan)',
            out: "Counter({('team', 'NEW'): 204, ('free', 'OLD'): 120, ('team', 'OLD'): 97, ('free', 'NEW'): 88, ('enterprise', 'NEW'): 61, ('enterprise', 'OLD'): 38, ('free', '?'): 4})",
          },
        ],
      },
      { say: 'Enterprise authors prefer the new export, 61 to 38.', after: 'FINAL(the new one, 61 to 38)' },
    ],
    answer: 'the new one, 61 to 38',
    score: 1,
    diagnosis:
      'The run spent one of five iterations on orientation, all of it served by cr-00001. The plan tiers were derived again by hand although cu-00001 speaks of plans; its “free or paid” is wrong, which cost iteration 3. Two results contradict each other on how often “export” appears.',
    tags: {
      'cr-00001': 'helpful',
      'cr-00002': 'helpful',
      'cu-00001': 'harmful',
      'ps-00001': 'helpful',
      'ps-00002': 'neutral',
      'rr-00001': 'neutral',
      'rr-00002': 'stale',
      'rr-00003': 'neutral',
      'dc-00001': 'neutral',
    },
    ignoredTags: [{ itemId: 'rr-00009', tag: 'stale', words: 'No version of this study ever held rr-00009.' }],
    candidates: [
      {
        section: 'cu',
        value: 'What a ticket is and who writes it; the plan tier is the third field (free, team, enterprise).',
        transferability: 'Any split by customer.',
        rationale: 'Iterations 3 and 4.',
      },
      {
        section: 'dc',
        value: 'plan ∈ {free: 3,118; team: 1,492; enterprise: 594}',
        transferability: 'Denominators for every split.',
        rationale: 'Counted on the way.',
      },
      {
        section: 'rr',
        value: 'Export sentiment by plan, labelled by the sub-model.',
        transferability: 'Costly to repeat: 0.96 ¢.',
        rationale: 'Iterations 2 and 4.',
      },
    ],
    reasoning:
      'The plan tiers were derived by hand and belong in the map; “free or paid” is wrong and is rewritten in place. The export labels cost the most of this run and are kept with their method. rr-00002 has been stale twice and goes.',
    edits: [
      {
        op: 'REPLACE',
        id: 'cu-00001',
        content:
          'Tickets are filed by customers of a reporting tool; plan tier is the third field (free, team, enterprise); agents reply inline after “>>”.',
        from: 1,
      },
      {
        op: 'ADD',
        section: 'dc',
        content: 'plan ∈ {free: 3,118; team: 1,492; enterprise: 594}; SLA hours by plan: 72 / 24 / 4.',
        from: 2,
      },
      {
        op: 'ADD',
        section: 'rr',
        content:
          'Export sentiment by plan (labelled by model, all 612): enterprise new 61 / old 38; team 204 / 97; free 88 / 120.',
        from: 3,
      },
      { op: 'DELETE', id: 'rr-00002' },
      {
        op: 'REFUSED',
        kind: 'DELETE',
        id: 'cr-00001',
        raw: '{"type":"DELETE","id":"cr-00001"}',
        refusal: { kind: 'pinned', words: 'cr-00001 is pinned by Mara; the policy may not delete it.' },
      },
    ],
  },
  {
    queryId: 'q4',
    iterations: [
      {
        say: 'Onboarding has no field; I look for its words within a ticket’s first sentence.',
        blocks: [
          {
            code: 'onb = [t for t in tickets if re.search(r"onboard|set.?up|invite|sso", t[4].split(".")[0], re.I)]\nprint(len(onb))',
            out: '771',
          },
        ],
      },
      {
        say: 'I let the sub-model name the complaint of each and count the names.',
        blocks: [
          {
            code: 'names = llm_query_batched([f"Name the complaint in three words: {t[4][:300]}" for t in onb])\nprint(Counter(names).most_common(8))',
            out: "[('SSO loops back', 214), ('invite mail lost', 121), ('seat limit unclear', 96)]",
            subcalls: Array.from({ length: 12 }, (_, i) => ({
              prompt: `Name the complaint in three words: ticket ${i}`,
              reply: i % 3 === 0 ? 'SSO loops back' : 'invite mail lost',
            })),
          },
        ],
        after: 'FINAL(the SSO set-up loops back to the log-in page, 214 of 771)',
      },
    ],
    answer: 'the SSO set-up loops back to the log-in page, 214 of 771',
    score: 1,
    diagnosis:
      'Two iterations. The vocabulary of onboarding was made up on the spot and worked; it is worth keeping, as are the names.',
    tags: {
      'cr-00001': 'helpful',
      'cu-00001': 'helpful',
      'ps-00001': 'helpful',
      'dc-00003': 'neutral',
      'rr-00001': 'harmful',
      'rr-00003': 'neutral',
      'rr-00004': 'neutral',
      'cr-00002': 'neutral',
    },
    candidates: [
      {
        section: 'cu',
        value: 'Onboarding tickets are those whose first sentence names set-up, invites or SSO: 771.',
        transferability: 'A definition that later queries can share.',
        rationale: 'Iteration 1.',
      },
      {
        section: 'rr',
        value: 'Onboarding complaints by name.',
        transferability: 'May be asked by region or plan.',
        rationale: 'Iteration 2.',
      },
      {
        section: 'ps',
        value: 'First sentence = body.split(".")[0].',
        transferability: 'Cheap to repeat.',
        rationale: 'Iteration 1.',
      },
    ],
    reasoning:
      'The definition and the counts go in; the keyword areas misled the run (SSO was undercounted) and are rewritten with that warning.',
    edits: [
      {
        op: 'ADD',
        section: 'cu',
        content:
          'Onboarding = first sentence names set-up, an invite or SSO: 771 tickets; “SSO” alone undercounts it by half.',
        from: 1,
      },
      {
        op: 'ADD',
        section: 'rr',
        content:
          'Onboarding complaints (named by model): SSO loops back 214; invite mail lost 121; seat limit unclear 96; the other 340 are single.',
        from: 2,
      },
      {
        op: 'REPLACE',
        id: 'rr-00001',
        content:
          'Tickets naming an area (keyword in body, undercounts SSO and mobile): billing 1,388; export 941; login 702; report 655; API 207.',
      },
      {
        op: 'ADD',
        section: 'ps',
        content: 'An agent’s reply starts at the last “>>” of a body; text before it is the customer’s.',
      },
      {
        op: 'ADD',
        section: 'cr',
        content:
          'Reopened tickets repeat their id with “(reopened)” before the body; 412 records, mostly in the last third.',
      },
    ],
  },
  {
    queryId: 'q5',
    iterations: [
      {
        say: 'Severity is written as “sev N” at the end of a customer’s text. I read it from there.',
        blocks: [
          {
            code: 'sev = Counter(re.findall(r"sev (\\d)", " ".join(t[4] for t in tickets)))\nprint(sorted(sev.items()))',
            out: "[('1', 187), ('2', 1022), ('3', 2871), ('4', 1124)]",
          },
        ],
        after: 'FINAL_VAR(sev)',
      },
    ],
    answer: 'sev 1: 187, sev 2: 1,022, sev 3: 2,871, sev 4: 1,124',
    score: null,
    diagnosis: 'One iteration, led by the map. The severity pattern is new and exact: the four counts sum to 5,204.',
    tags: {
      'cr-00001': 'helpful',
      'cu-00001': 'helpful',
      'cu-00002': 'neutral',
      'ps-00001': 'neutral',
      'ps-00002': 'neutral',
      'rr-00003': 'stale',
      'dc-00003': 'helpful',
      'dc-00001': 'neutral',
      'cr-00003': 'neutral',
    },
    candidates: [
      {
        section: 'dc',
        value: 'severity ∈ {1: 187; 2: 1,022; 3: 2,871; 4: 1,124}, sums to 5,204.',
        transferability: 'A full value set.',
        rationale: 'Iteration 1, checked by its sum.',
      },
      {
        section: 'ps',
        value: 'Severity: the last “sev N” before “>>”.',
        transferability: 'Needed for any split by severity.',
        rationale: 'Iteration 1.',
      },
    ],
    reasoning: 'A complete value set with a checkable sum is the best kind of constant. The pattern goes beside it.',
    edits: [
      {
        op: 'ADD',
        section: 'dc',
        content: 'severity ∈ {1: 187; 2: 1,022; 3: 2,871; 4: 1,124}, every ticket has one (sums to 5,204).',
        from: 1,
      },
      {
        op: 'ADD',
        section: 'ps',
        content: 'Severity: re.findall(r"sev (\\d)", body)[-1], written at the end of the customer’s text.',
        from: 2,
      },
      {
        op: 'ADD',
        section: 'rr',
        content: 'Severity 1 by area: billing 61, login 58, export 33, SSO 21, other 14 (keyword areas, see rr-00001).',
      },
    ],
  },
  {
    queryId: 'q6',
    iterations: [
      {
        say: 'Dates of replies stand after “>>” (cr-00001, ps-00003). I measure the first one per ticket.',
        blocks: [
          {
            code: 'from datetime import datetime\nfirst = {}\nfor d, tid, plan, region, body in tickets:\n    m = re.search(r">> \\[(\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d)\\]", body)\n    if m:\n        first.setdefault(region, []).append(datetime.fromisoformat(m[1]) - datetime.fromisoformat(d))\nprint({r: len(v) for r, v in first.items()})',
            out: "{'EU': 2210, 'US': 1870, 'APAC': 611, 'LATAM': 402}",
          },
        ],
      },
      {
        say: 'Medians by region, and what share of tickets has no dated reply at all.',
        blocks: [
          {
            code: 'from statistics import median\nfor r, v in first.items():\n    print(r, median(v))',
            out: 'EU 6:12:00\nUS 5:40:00\nAPAC 19:31:00\nLATAM 8:05:00',
          },
        ],
      },
      {
        say: 'APAC is the slowest by far; 111 tickets without a dated reply do not change that.',
        after: 'FINAL(APAC, 19.5 h)',
      },
    ],
    answer: 'APAC, 19.5 h',
    score: 1,
    diagnosis:
      'The reply pattern of ps-00003 was used at once. The medians answer this query and are likely to be compared with the SLA hours of dc-00003.',
    tags: {
      'cr-00001': 'helpful',
      'ps-00003': 'helpful',
      'cu-00001': 'helpful',
      'cu-00002': 'neutral',
      'dc-00003': 'neutral',
      'dc-00004': 'neutral',
      'rr-00003': 'stale',
      'rr-00004': 'neutral',
      'rr-00006': 'neutral',
      'dc-00002': 'helpful',
    },
    candidates: [
      {
        section: 'rr',
        value: 'Median first reply by region: EU 6.2 h, US 5.7 h, APAC 19.5 h, LATAM 8.1 h.',
        transferability: 'Asked again with SLA and plan.',
        rationale: 'Iteration 2.',
      },
      {
        section: 'ps',
        value: 'Replies carry their time as “>> [YYYY-MM-DD hh:mm]”.',
        transferability: 'Needed for every duration.',
        rationale: 'Iteration 1.',
      },
      {
        section: 'dc',
        value: 'Regions again.',
        transferability: 'Already in dc-00002.',
        rationale: 'Seen in iteration 1.',
      },
    ],
    reasoning:
      'The medians and the time stamp pattern go in. dc-00002 gains the share of tickets per region. The map is near its budget, so the refund count that was stale twice goes first.',
    edits: [
      {
        op: 'ADD',
        section: 'rr',
        content: 'Median first reply by region (5,093 dated): EU 6.2 h; US 5.7 h; APAC 19.5 h; LATAM 8.1 h.',
        from: 1,
      },
      {
        op: 'REPLACE',
        id: 'dc-00002',
        content: 'Regions: EU 2,260, US 1,902, APAC 628, LATAM 414. Ticket ids run T-1 to T-5204 without gaps.',
      },
      {
        op: 'ADD',
        section: 'ps',
        content: 'Replies carry their time: “>> [YYYY-MM-DD hh:mm]”; 111 tickets have no dated reply.',
        from: 2,
      },
      { op: 'DELETE', id: 'rr-00003' },
    ],
  },
];
