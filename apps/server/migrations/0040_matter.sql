CREATE TABLE "matter_nodes" (
	"account_id" uuid NOT NULL,
	"node" text NOT NULL,
	"vendor" text NOT NULL,
	"product" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "matter_nodes_account_id_node_pk" PRIMARY KEY("account_id","node")
);
--> statement-breakpoint
CREATE TABLE "matter_store" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "matter_store_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "matter_nodes" ADD CONSTRAINT "matter_nodes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matter_store" ADD CONSTRAINT "matter_store_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;